import type { SnapshotChange, FileMode, SnapshotFile } from './snapshotChange.ts';
import { SYMLINK_MODE, touchedPaths } from './snapshotChange.ts';
import { localizable, t } from '../l10n.ts';

/** One step of a restore. Steps are meant to be done in the order of the plan. */
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
  | { readonly kind: 'mode'; readonly path: string; readonly mode: FileMode };

/** What a restore would do, and what it cannot do. */
export interface RestorePlan {
  readonly operations: readonly RestoreOperation[];
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The way back to a checkpoint. `changes` lead from the files as they are now to the checkpoint;
 * only `touched` paths are changed, so what the user did in other files stays.
 */
export function createRestorePlan(
  changes: readonly SnapshotChange[],
  touched: ReadonlySet<string>,
): RestorePlan {
  const crowded = crowdedPaths(changes);
  const isWhole = (from: string, path: string): boolean =>
    touched.has(from) && touched.has(path) && !crowded.has(from) && !crowded.has(path);
  const wanted = changes
    .flatMap(change => asSteps(change, isWhole))
    .filter(step => touched.has(step.path));
  const operations = wanted.filter(step => step.kind !== 'lost');
  return {
    operations: operations.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind]),
    impossible: wanted
      .filter(step => step.kind === 'lost')
      .map(step => ({ path: step.path, reason: t(NOT_CAPTURED) })),
  };
}

const NOT_CAPTURED = localizable(
  'Its content was not captured, because it is too large or could not be read.',
);

/** Deletions make room for renames and writes: a file may have to become a folder, or the reverse. */
const ORDER: Readonly<Record<RestoreOperation['kind'], number>> = {
  delete: 0,
  rename: 1,
  write: 2,
  mode: 3,
};

type Step = RestoreOperation | { readonly kind: 'lost'; readonly path: string };

/** Whether a rename can be done as one step. */
type IsWhole = (from: string, path: string) => boolean;

function asSteps(change: SnapshotChange, isWhole: IsWhole): readonly Step[] {
  const { path } = change;
  if (change.kind !== 'created' && change.before.blob === undefined) {
    return [{ kind: 'lost', path }]; // Nobody could bring back what would be removed here.
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
      return renameSteps(change, isWhole);
  }
}

/** A rename whose ends are not both the agent's is two changes: git pairs files by likeness only. */
function renameSteps(
  change: SnapshotChange & { readonly kind: 'renamed' },
  isWhole: IsWhole,
): readonly Step[] {
  const { from, path, before, after } = change;
  const write = writeStep(path, after);
  if (write.kind === 'lost') {
    return [write]; // The present file is all there is of it: it stays.
  }
  const same = before.blob === after.blob && before.mode === after.mode;
  return same && isWhole(from, path)
    ? [{ kind: 'rename', from, path }]
    : [{ kind: 'delete', path: from }, write];
}

/**
 * Names that are a file on one side and a folder on the other. Renaming such a file would have to
 * wait for other renames, so it is deleted and written instead.
 */
function crowdedPaths(changes: readonly SnapshotChange[]): ReadonlySet<string> {
  return new Set([...touchedPaths(changes)].flatMap(foldersOf));
}

/** `a/b/c` lies in `a/b` and in `a`. */
function foldersOf(path: string): readonly string[] {
  const end = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(0, end));
  return folder === '' ? [] : [folder, ...foldersOf(folder)];
}

function writeStep(path: string, { blob, mode, sizeBytes }: SnapshotFile): Step {
  return blob === undefined
    ? { kind: 'lost', path }
    : { kind: 'write', path, blob, mode, sizeBytes };
}

const isModeChange = (before: SnapshotFile, after: SnapshotFile): boolean =>
  before.blob !== undefined &&
  before.blob === after.blob &&
  before.mode !== SYMLINK_MODE &&
  after.mode !== SYMLINK_MODE;

/** Every path that a plan writes, removes or renames. With these the restore itself can be undone. */
export function plannedPaths(plan: RestorePlan): ReadonlySet<string> {
  return new Set(
    plan.operations.flatMap(step =>
      step.kind === 'rename' ? [step.from, step.path] : [step.path],
    ),
  );
}
