import type { RestorePlan } from '../../core/checkpoint/restorePlan.ts';
import { plannedPaths, createRestorePlan } from '../../core/checkpoint/restorePlan.ts';
import { UserError, getErrorMessage } from '../../core/errors.ts';
import { touchedPaths } from '../../core/checkpoint/snapshotChange.ts';
import { applyOperation } from './applyOperation.ts';
import type { Snapshot } from './model/snapshot.ts';
import type { SnapshotStore } from './model/snapshotStore.ts';
import { t } from '../../core/l10n.ts';

/** A file of a plan has changed since the plan was made. */
export class RestorePlanChangedError extends UserError {}

/** The result of a restore, with what is needed to undo it. */
export interface RestoreResult {
  /** The files as they were just before. */
  readonly before: Snapshot;
  /** The files as they were just after. What differs from it later is the user's. */
  readonly after: Snapshot;
  readonly paths: ReadonlySet<string>;
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** A plan, and the files for which it was made. */
export interface PlannedRestore extends RestorePlan {
  readonly now: Snapshot;
}

/** Plans how to restore the touched files to a checkpoint. Changes nothing. */
export async function planRestore(
  snapshots: SnapshotStore,
  request: {
    readonly target: Snapshot;
    readonly touched: ReadonlySet<string>;
    readonly signal?: AbortSignal;
  },
): Promise<PlannedRestore> {
  const now = await snapshots.take(request.signal);
  const changes = await snapshots.changes(now, request.target, request.signal);
  return { now, ...createRestorePlan(changes, request.touched) };
}

/**
 * Carries out a plan on disk. Nothing changes if one of its files has changed since it was made, or if a content is
 * lost. A step that fails afterwards is reported and does not stop the others.
 */
export async function applyRestorePlan(
  snapshots: SnapshotStore,
  plan: PlannedRestore,
): Promise<RestoreResult> {
  const before = await requireApplicable(snapshots, plan);
  const failed: { path: string; reason: string }[] = [];
  for (const operation of plan.operations) {
    try {
      await applyOperation(snapshots, operation);
    } catch (error) {
      failed.push({ path: operation.path, reason: getErrorMessage(error) });
    }
  }
  return { before, after: await snapshots.take(), paths: plannedPaths(plan), failed };
}

/** Throws if a plan cannot be carried out as it is. Returns the files as they are. */
export async function requireApplicable(
  snapshots: SnapshotStore,
  plan: PlannedRestore,
): Promise<Snapshot> {
  const before = await snapshots.take();
  await requireUnchanged(snapshots, plan, before);
  await requireContent(snapshots, plan);
  return before;
}

/** The user, or another agent, may have changed a file while the confirmation was open. */
async function requireUnchanged(
  snapshots: SnapshotStore,
  plan: PlannedRestore,
  before: Snapshot,
): Promise<void> {
  const planned = plannedPaths(plan);
  const changed = touchedPaths(await snapshots.changes(plan.now, before));
  const names = [...planned].filter(name => changed.has(name));
  if (names.length > 0) {
    throw new RestorePlanChangedError(
      t('Nothing was restored because these files changed: {0}.', names.join(', ')),
    );
  }
}

async function requireContent(snapshots: SnapshotStore, plan: RestorePlan): Promise<void> {
  for (const operation of plan.operations) {
    if (operation.kind === 'write') {
      await snapshots.readBlob(operation.blob).catch((error: unknown) => {
        throw new UserError(t("Can't restore {0}. {1}", operation.path, getErrorMessage(error)));
      });
    }
  }
}
