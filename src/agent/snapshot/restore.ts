import type { RestorePlan } from '../../core/checkpoint/restorePlan.ts';
import { plannedPaths, createRestorePlan } from '../../core/checkpoint/restorePlan.ts';
import { UserError, getErrorMessage } from '../../core/errors.ts';
import { applyOperation } from './applyOperation.ts';
import type { Snapshot } from './model/snapshot.ts';
import type { SnapshotStore } from './model/snapshotStore.ts';
import { t } from '../../core/l10n.ts';

/** The result of a restore, with what is needed to undo it. */
export interface RestoreResult {
  /** The files as they were just before. */
  readonly before: Snapshot;
  readonly paths: ReadonlySet<string>;
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** Plans how to restore the touched files to a checkpoint. Changes nothing. */
export async function planRestore(
  snapshots: SnapshotStore,
  request: {
    readonly target: Snapshot;
    readonly touched: ReadonlySet<string>;
    readonly signal?: AbortSignal;
  },
): Promise<RestorePlan> {
  const now = await snapshots.take(request.signal);
  const changes = await snapshots.changes(now, request.target, request.signal);
  return createRestorePlan(changes, request.touched);
}

/**
 * Carries out a plan on disk. All contents are read first, so that nothing changes if some are lost. A step that fails
 * afterwards is reported and does not stop the others.
 */
export async function applyRestorePlan(
  snapshots: SnapshotStore,
  plan: RestorePlan,
): Promise<RestoreResult> {
  const before = await snapshots.take();
  await requireContent(snapshots, plan);
  const failed: { path: string; reason: string }[] = [];
  for (const operation of plan.operations) {
    try {
      await applyOperation(snapshots, operation);
    } catch (error) {
      failed.push({ path: operation.path, reason: getErrorMessage(error) });
    }
  }
  return { before, paths: plannedPaths(plan), failed };
}

/** Undoes a restore. The result can be undone in turn. */
export async function undoRestore(
  snapshots: SnapshotStore,
  restored: RestoreResult,
): Promise<RestoreResult> {
  const { before, paths } = restored;
  return applyRestorePlan(
    snapshots,
    await planRestore(snapshots, { target: before, touched: paths }),
  );
}

async function requireContent(snapshots: SnapshotStore, plan: RestorePlan): Promise<void> {
  for (const operation of plan.operations) {
    if (operation.kind === 'write') {
      await snapshots.readBlob(operation.blob).catch((error: unknown) => {
        throw new UserError(
          t('{0} cannot be restored. {1}', operation.path, getErrorMessage(error)),
        );
      });
    }
  }
}
