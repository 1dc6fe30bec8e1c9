import type { Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { SYMLINK_MODE, type FileMode } from '../../../core/checkpoint/snapshotChange.ts';

/**
 * The mode and bytes of a file for a snapshot. The bytes of a link are its target. Returns `undefined` for a folder.
 */
export async function readFileForSnapshot(
  file: string,
  found: Stats,
): Promise<{ readonly mode: FileMode; readonly bytes: Uint8Array } | undefined> {
  if (found.isSymbolicLink()) {
    return { mode: SYMLINK_MODE, bytes: await readlink(file, { encoding: 'buffer' }) };
  }
  if (!found.isFile()) {
    return undefined;
  }
  return { mode: found.mode, bytes: await readFile(file) };
}

export const tryLstat = (file: string): Promise<Stats | undefined> =>
  lstat(file).catch(() => undefined);
