import type { SnapshotChange } from '../../../core/checkpoint/snapshotChange.ts';
import type { PlainFile, PlainTree } from './plainObjectStore.ts';
import type { SkippedPath } from '../model/snapshot.ts';
import { reconcileSkippedPaths } from '../model/reconcileSkippedPaths.ts';

interface Side {
  readonly tree: PlainTree;
  readonly skipped: readonly SkippedPath[];
}

/** The changes between two plain snapshots. A new file with the content of a deleted one counts as renamed. */
export function plainChanges(from: Side, to: Side): readonly SnapshotChange[] {
  const gone = [...from.tree.values()].filter(file => !to.tree.has(file.path));
  const modified = [...to.tree.values()].flatMap(after => {
    const before = from.tree.get(after.path);
    return before ? modification(before, after) : [];
  });
  const fresh = [...to.tree.values()].filter(file => !from.tree.has(file.path));
  const renames = fresh.flatMap(after => {
    const at = gone.findIndex(file => file.blob === after.blob && file.sizeBytes > 0);
    const [before] = at < 0 ? [] : gone.splice(at, 1);
    return before ? [{ before, after }] : [];
  });
  const renamed = new Set(renames.map(({ after }) => after.path));
  const changes: readonly SnapshotChange[] = [
    ...modified,
    ...renames.map(({ before, after }) => renaming(before, after)),
    ...fresh.filter(file => !renamed.has(file.path)).map(creation),
    ...gone.map(deletion),
  ];
  return reconcileSkippedPaths(changes, from.skipped, to.skipped).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

const state = ({ mode, sizeBytes, blob }: PlainFile) => ({ mode, sizeBytes, blob });

const modification = (before: PlainFile, after: PlainFile): readonly SnapshotChange[] =>
  before.blob === after.blob && before.mode === after.mode
    ? []
    : [
        {
          kind: 'modified',
          path: after.path,
          before: state(before),
          after: state(after),
          binary: before.binary || after.binary,
        },
      ];

const renaming = (before: PlainFile, after: PlainFile): SnapshotChange => ({
  kind: 'renamed',
  from: before.path,
  path: after.path,
  before: state(before),
  after: state(after),
  binary: after.binary,
});

const creation = (after: PlainFile): SnapshotChange => ({
  kind: 'created',
  path: after.path,
  after: state(after),
  binary: after.binary,
});

const deletion = (before: PlainFile): SnapshotChange => ({
  kind: 'deleted',
  path: before.path,
  before: state(before),
  binary: before.binary,
});
