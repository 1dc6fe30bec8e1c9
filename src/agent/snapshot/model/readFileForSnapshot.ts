import type { Stats } from 'node:fs';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { SYMLINK_MODE, type FileMode } from '../../../core/checkpoint/snapshotChange.ts';

/** A file's mode and bytes as snapshots keep them: of a link, where it leads. Nothing for a folder. */
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

/** What is at a path, or nothing. */
export const tryLstat = (file: string): Promise<Stats | undefined> =>
  lstat(file).catch(() => undefined);
