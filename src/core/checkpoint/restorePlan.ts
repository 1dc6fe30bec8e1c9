import { localizable, t } from '../l10n.ts';
import type { FileMode, SnapshotChange, SnapshotFile } from './snapshotChange.ts';
import { SYMLINK_MODE, touchedPaths } from './snapshotChange.ts';

/** One step of a restore. Steps must be performed in the order of the plan. */
export type RestoreOperation =
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly path: string }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly blob: string;
      readonly mode: FileMode;
      readonly sizeBytes: number;
    }
  /** Writes the content of the checkpoint together with edits of the user. */
  | {
      readonly kind: 'merge';
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly mode: FileMode;
      readonly hasConflict: boolean;
    }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: FileMode };

/** The steps of a restore, and the files that cannot be restored. */
export interface RestorePlan {
  readonly operations: readonly RestoreOperation[];
  /** Files that stay, because they contain edits of the user. */
  readonly kept: readonly string[];
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Plans the restore of a checkpoint. `changes` lead from the current files to the checkpoint. Only
 * `touched` paths are restored, so the user's changes in other files are preserved.
 */
export function createRestorePlan(
  changes: readonly SnapshotChange[],
  touched: ReadonlySet<string>,
): RestorePlan {
  const conflicting = fileAndFolderPaths(changes);
  const isSingleStep = (from: string, path: string): boolean =>
    touched.has(from) && touched.has(path) && !conflicting.has(from) && !conflicting.has(path);
  const steps = changes
    .flatMap(change => toSteps(change, isSingleStep))
    .filter(step => touched.has(step.path));
  const operations = steps.filter(step => step.kind !== 'impossible');
  return {
    operations: operations.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind]),
    kept: [],
    impossible: steps
      .filter(step => step.kind === 'impossible')
      .map(step => ({ path: step.path, reason: t(NOT_CAPTURED) })),
  };
}

const NOT_CAPTURED = localizable(
  "Its content wasn't saved because it is too large or couldn't be read.",
);

/** Deletions come first because a file may have to become a folder, or a folder a file. */
const ORDER: Readonly<Record<RestoreOperation['kind'], number>> = {
  delete: 0,
  rename: 1,
  write: 2,
  merge: 2,
  mode: 3,
};

type Step = RestoreOperation | { readonly kind: 'impossible'; readonly path: string };

/** Whether a rename can be performed as a single step. */
type IsSingleStep = (from: string, path: string) => boolean;

function toSteps(change: SnapshotChange, isSingleStep: IsSingleStep): readonly Step[] {
  const { path } = change;
  if (change.kind !== 'created' && change.before.blob === undefined) {
    return [{ kind: 'impossible', path }]; // The current content was not captured, so the restore could not be undone.
  }
  switch (change.kind) {
    case 'created':
      return [writeStep(path, change.after)];
    case 'deleted':
      return [{ kind: 'delete', path }];
    case 'modified':
      return isModeChange(change.before, change.after)
        ? [{ kind: 'mode', path, mode: change.after.mode }]
        : [writeStep(path, change.after)];
    case 'renamed':
      return renameSteps(change, isSingleStep);
  }
}

/**
 * Git detects renames by similarity only. A rename of which the agent touched just one path is treated as a deletion and a
 * write.
 */
function renameSteps(
  change: SnapshotChange & { readonly kind: 'renamed' },
  isSingleStep: IsSingleStep,
): readonly Step[] {
  const { from, path, before, after } = change;
  const write = writeStep(path, after);
  if (write.kind === 'impossible') {
    return [write]; // The current file is the only copy of the content, so it is kept.
  }
  const same = before.blob === after.blob && before.mode === after.mode;
  return same && isSingleStep(from, path)
    ? [{ kind: 'rename', from, path }]
    : [{ kind: 'delete', path: from }, write];
}

/**
 * Paths that are a file on one side and a folder on the other. Renaming such a file would depend on
 * the order of the renames, so it is deleted and written instead.
 */
function fileAndFolderPaths(changes: readonly SnapshotChange[]): ReadonlySet<string> {
  return new Set([...touchedPaths(changes)].flatMap(foldersOf));
}

/** The parent folders of a path: `a/b` and `a` for `a/b/c`. */
function foldersOf(path: string): readonly string[] {
  const end = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(0, end));
  return folder === '' ? [] : [folder, ...foldersOf(folder)];
}

function writeStep(path: string, { blob, mode, sizeBytes }: SnapshotFile): Step {
  return blob === undefined
    ? { kind: 'impossible', path }
    : { kind: 'write', path, blob, mode, sizeBytes };
}

const isModeChange = (before: SnapshotFile, after: SnapshotFile): boolean =>
  before.blob !== undefined &&
  before.blob === after.blob &&
  before.mode !== SYMLINK_MODE &&
  after.mode !== SYMLINK_MODE;

/** All paths that a plan writes, deletes or renames. They are needed to undo the restore. */
export function plannedPaths(plan: RestorePlan): ReadonlySet<string> {
  return new Set(
    plan.operations.flatMap(step =>
      step.kind === 'rename' ? [step.from, step.path] : [step.path],
    ),
  );
}
