import type { FileChange } from '../../core/checkpoint/fileChange.ts';
import type { PlainFile, PlainTree } from './plainStore.ts';
import type { SkippedPath } from './snapshot.ts';
import { withSkipped } from './withSkipped.ts';

interface Side {
  readonly tree: PlainTree;
  readonly skipped: readonly SkippedPath[];
}

/** What differs between two plain snapshots. A file that appears as another goes counts as renamed. */
export function plainChanges(from: Side, to: Side): readonly FileChange[] {
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
  const changes: readonly FileChange[] = [
    ...modified,
    ...renames.map(({ before, after }) => renaming(before, after)),
    ...fresh.filter(file => !renamed.has(file.path)).map(creation),
    ...gone.map(deletion),
  ];
  return withSkipped(changes, from.skipped, to.skipped).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

const state = ({ mode, sizeBytes, blob }: PlainFile) => ({ mode, sizeBytes, blob });

const modification = (before: PlainFile, after: PlainFile): readonly FileChange[] =>
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

const renaming = (before: PlainFile, after: PlainFile): FileChange => ({
  kind: 'renamed',
  from: before.path,
  path: after.path,
  before: state(before),
  after: state(after),
  binary: after.binary,
});

const creation = (after: PlainFile): FileChange => ({
  kind: 'created',
  path: after.path,
  after: state(after),
  binary: after.binary,
});

const deletion = (before: PlainFile): FileChange => ({
  kind: 'deleted',
  path: before.path,
  before: state(before),
  binary: before.binary,
});
