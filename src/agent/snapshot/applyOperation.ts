import { mkdir, realpath, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { RestoreOperation } from '../../core/checkpoint/restorePlan.ts';
import { UserError } from '../../core/errors.ts';
import { putFile, setMode } from '../disk/putFile.ts';
import { removeEmptyFolders } from '../disk/removeEmptyFolders.ts';
import { tryLstat } from './model/readFileForSnapshot.ts';
import type { SnapshotStore } from './model/snapshotStore.ts';
import { t } from '../../core/l10n.ts';

/** Applies one step of a restore on disk, only below the root and without following links. */
export async function applyOperation(
  snapshots: SnapshotStore,
  operation: RestoreOperation,
): Promise<void> {
  const { root } = snapshots;
  const file = await resolvePath(root, operation.path, operation.kind !== 'delete');
  switch (operation.kind) {
    case 'delete':
      await unlink(file);
      return removeEmptyFolders(root, path.dirname(file));
    case 'rename':
      return move(root, await resolvePath(root, operation.from, false), file);
    case 'write':
      return putFile(file, await snapshots.readBlob(operation.blob), operation.mode);
    case 'mode':
      return setMode(file, operation.mode);
  }
}

/** The absolute path, with missing folders created if requested. Throws if the path leads through a link. */
async function resolvePath(root: string, name: string, make: boolean): Promise<string> {
  const file = path.join(root, name);
  const folder = path.dirname(file);
  const nearest = await nearestExisting(folder);
  if ((await realpath(nearest)) !== nearest) {
    throw new UserError(t('{0} was left alone, because a link stands where its folder was.', name));
  }
  if (make) {
    await mkdir(folder, { recursive: true });
  }
  return file;
}

async function nearestExisting(folder: string): Promise<string> {
  const found = await tryLstat(folder);
  return found ? folder : nearestExisting(path.dirname(folder));
}

async function move(root: string, from: string, to: string): Promise<void> {
  if (await tryLstat(to)) {
    throw new UserError(t('{0} is in the way.', path.relative(root, to)));
  }
  await rename(from, to);
  await removeEmptyFolders(root, path.dirname(from));
}
