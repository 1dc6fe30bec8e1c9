import type { SnapshotStore } from '../../../../src/agent/snapshot/model/snapshotStore.ts';
import {
  applyRestorePlan,
  planRestore,
  type RestoreResult,
} from '../../../../src/agent/snapshot/restore.ts';

/** Undoes a restore. The result can be undone in turn. */
export async function undoRestore(
  snapshots: SnapshotStore,
  { before: target, paths: touched }: RestoreResult,
): Promise<RestoreResult> {
  return applyRestorePlan(snapshots, await planRestore(snapshots, { target, touched }));
}
