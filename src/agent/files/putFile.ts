import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { FileMode } from '../../core/checkpoint/fileChange.ts';

/** A new file has what most have. */
const USUAL_PERMISSIONS = 0o644;

/**
 * Puts bytes in a file's place in one step, with the folders it needs: what stands there is the old or the new, never half
 * of it. The file keeps its owner and its permissions, but for whether it can be run. An empty folder gives way.
 */
export async function putFile(file: string, bytes: Uint8Array, mode?: FileMode): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const old = await lstat(file).catch(() => undefined);
  const temporary = path.join(path.dirname(file), `.accord-${randomUUID()}`);
  try {
    if (mode === 'symlink') {
      await symlink(Buffer.from(bytes), temporary);
    } else {
      await writeLike(temporary, bytes, { old: old?.isFile() ? old : undefined, mode });
    }
    if (old?.isDirectory()) {
      await rmdir(file);
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes a file one that can be run, or not. */
export async function setMode(file: string, mode: FileMode): Promise<void> {
  const now = (await lstat(file)).mode & 0o777;
  const wanted = permissionsOf(now, mode);
  if (wanted !== now) {
    await chmod(file, wanted);
  }
}

async function writeLike(
  file: string,
  bytes: Uint8Array,
  { old, mode }: { readonly old: Stats | undefined; readonly mode: FileMode | undefined },
): Promise<void> {
  const permissions = permissionsOf((old?.mode ?? USUAL_PERMISSIONS) & 0o777, mode);
  await writeFile(file, bytes, { mode: permissions });
  if (old) {
    // Only root may give files away. A file that now is ours is better than none.
    await chown(file, old.uid, old.gid).catch(() => {});
  }
  await chmod(file, permissions); // What the user's mask took away.
}

/** Whoever may read may execute, or nobody. What is right already stays as it is. */
function permissionsOf(now: number, mode: FileMode | undefined): number {
  const isExecutable = (now & 0o111) !== 0;
  if (mode === undefined || isExecutable === (mode === 'executable')) {
    return now;
  }
  return mode === 'executable' ? now | ((now & 0o444) >> 2) : now & ~0o111;
}
