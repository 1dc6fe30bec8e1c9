import path from 'node:path';
import type { RestoreOperation } from '../../core/checkpoint/restorePlan.ts';
import { UserError } from '../../core/errors.ts';
import { UserFiles } from '../files/userFiles.ts';
import { tryLstat } from './model/readFileForSnapshot.ts';
import type { SnapshotStore } from './model/snapshotStore.ts';
import { t } from '../../core/l10n.ts';

/** Applies one step of a restore on disk, only below the root and without following links. */
export async function applyOperation(
  snapshots: SnapshotStore,
  operation: RestoreOperation,
): Promise<void> {
  const { root } = snapshots;
  const files = new UserFiles(() => root);
  const file = path.join(root, operation.path);
  switch (operation.kind) {
    case 'delete':
      await files.delete(file);
      return files.removeEmptyParents(file, root);
    case 'rename': {
      const from = path.join(root, operation.from);
      if (await tryLstat(file)) {
        throw new UserError(t('{0} already exists.', operation.path));
      }
      await files.move(from, file);
      return files.removeEmptyParents(from, root);
    }
    case 'write':
      return files.put(file, await snapshots.readBlob(operation.blob), operation.mode);
    case 'merge':
      return files.put(file, operation.bytes, operation.mode);
    case 'mode':
      return files.setMode(file, operation.mode);
  }
}
