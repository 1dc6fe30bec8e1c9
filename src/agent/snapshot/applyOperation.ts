import {
  chmod,
  lstat,
  mkdir,
  realpath,
  rename,
  rmdir,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { FileMode } from '../../core/checkpoint/fileChange.ts';
import type { FileOperation } from '../../core/checkpoint/restorePlan.ts';
import { UserError } from '../../core/errors.ts';
import { lstatOf } from './readForStore.ts';
import type { Snapshots } from './snapshots.ts';

/** Does one step of a restore on disk, below the root only: no link on the way is followed. */
export async function applyOperation(
  snapshots: Snapshots,
  operation: FileOperation,
): Promise<void> {
  const { root } = snapshots;
  const file = await placeFor(root, operation.path, operation.kind !== 'delete');
  switch (operation.kind) {
    case 'delete':
      await unlink(file);
      return removeEmptyFolders(root, path.dirname(file));
    case 'rename':
      return move(root, await placeFor(root, operation.from, false), file);
    case 'write':
      return put(file, await snapshots.readBlob(operation.blob), operation.mode);
    case 'mode':
      return setMode(file, operation.mode);
  }
}

/** The absolute path, with its folders made if asked for. Refuses a way that leads through a link. */
async function placeFor(root: string, name: string, make: boolean): Promise<string> {
  const file = path.join(root, name);
  const folder = path.dirname(file);
  const nearest = await nearestExisting(folder);
  if ((await realpath(nearest)) !== nearest) {
    throw new UserError(`${name} was left alone, because a link stands where its folder was.`);
  }
  if (make) {
    await mkdir(folder, { recursive: true });
  }
  return file;
}

async function nearestExisting(folder: string): Promise<string> {
  const found = await lstatOf(folder);
  return found ? folder : nearestExisting(path.dirname(folder));
}

async function move(root: string, from: string, to: string): Promise<void> {
  if (await lstatOf(to)) {
    throw new UserError(`${path.relative(root, to)} is in the way.`);
  }
  await rename(from, to);
  await removeEmptyFolders(root, path.dirname(from));
}

/** Writes into a file that is there, so that it keeps its owner and permissions. */
async function put(file: string, bytes: Uint8Array, mode: FileMode): Promise<void> {
  const found = await lstatOf(file);
  if (found?.isDirectory()) {
    await rmdir(file);
  } else if (found && (mode === 'symlink' || !found.isFile())) {
    await unlink(file);
  }
  if (mode === 'symlink') {
    await symlink(Buffer.from(bytes), file);
    return;
  }
  await writeFile(file, bytes);
  await setMode(file, mode);
}

/** Whoever may read may execute, or nobody. */
async function setMode(file: string, mode: FileMode): Promise<void> {
  const now = (await lstat(file)).mode & 0o777;
  const wanted = mode === 'executable' ? now | ((now & 0o444) >> 2) : now & ~0o111;
  const isExecutable = (now & 0o111) !== 0;
  if (isExecutable !== (mode === 'executable')) {
    await chmod(file, wanted);
  }
}

/** Folders that the agent made for its files go with them. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  if (folder === root || !folder.startsWith(root + path.sep)) {
    return;
  }
  const removed = await rmdir(folder).then(
    () => true,
    () => false, // Not empty: it stays, and so do those above.
  );
  if (removed) {
    await removeEmptyFolders(root, path.dirname(folder));
  }
}
