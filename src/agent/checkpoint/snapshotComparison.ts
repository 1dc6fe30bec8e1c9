import type { SnapshotFile } from '../../core/checkpoint/snapshotChange.ts';
import type { ChangeTracker } from '../review/changeTracker.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';

export interface SnapshotContent {
  readonly root: string;
  readonly blob: string;
}

/** A file that differs between two moments. A side on which it did not exist is missing. */
export interface ComparedFile {
  /** Absolute. */
  readonly path: string;
  readonly before?: SnapshotContent;
  readonly after?: SnapshotContent;
  /** Whether the text of both sides can be shown. */
  readonly isText: boolean;
}

/** Compares folders at two moments, or at one moment with now. */
export class SnapshotComparison {
  readonly #tracker: ChangeTracker;
  readonly #trees: WorkTrees;

  constructor(tracker: ChangeTracker, trees: WorkTrees) {
    this.#tracker = tracker;
    this.#trees = trees;
  }

  /** The files that differ, by path, in the folders that both moments have. */
  compare(
    from: readonly Snapshot[],
    to: readonly Snapshot[] | 'now',
  ): Promise<readonly ComparedFile[]> {
    return this.#tracker.runExclusive(async () => {
      const files: ComparedFile[] = [];
      for (const tree of await this.#trees.openByRealPath(from.map(({ root }) => root))) {
        const ofTree = ({ root }: Snapshot): boolean => root === tree.snapshots.root;
        const before = from.find(ofTree);
        const after = to === 'now' ? await tree.snapshots.take() : to.find(ofTree);
        files.push(...(before && after ? await compareTree(tree, before, after) : []));
      }
      return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    });
  }

  async read({ root, blob }: SnapshotContent): Promise<Uint8Array | undefined> {
    const [tree] = await this.#trees.openByRealPath([root]);
    return tree?.snapshots.readBlob(blob);
  }
}

async function compareTree(
  tree: WorkTree,
  before: Snapshot,
  after: Snapshot,
): Promise<readonly ComparedFile[]> {
  const changes = await tree.snapshots.changes(before, after);
  return changes.map(change => {
    const sides = [
      change.kind === 'created' ? undefined : change.before,
      change.kind === 'deleted' ? undefined : change.after,
    ];
    const [left, right] = sides.map(side => toSnapshotContent(tree, side));
    return {
      path: tree.toAbsolutePath(change.path),
      ...(left ? { before: left } : {}),
      ...(right ? { after: right } : {}),
      // A side that was too large for the snapshot cannot be shown.
      isText: !change.binary && sides.every(side => !side || side.blob !== undefined),
    };
  });
}

const toSnapshotContent = (
  tree: WorkTree,
  side: SnapshotFile | undefined,
): SnapshotContent | undefined =>
  side?.blob === undefined ? undefined : { root: tree.snapshots.root, blob: side.blob };
