import type { SnapshotFile } from '../../core/checkpoint/snapshotChange.ts';
import type { ChangeTracker } from '../review/changeTracker.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';

/** A content that a snapshot holds. */
export interface SnapshotContent {
  readonly root: string;
  readonly blob: string;
}

/** A file that differs between two moments. A side on which it was not there is missing. */
export interface ComparedFile {
  /** Absolute. */
  readonly path: string;
  readonly before?: SnapshotContent;
  readonly after?: SnapshotContent;
  /** Its text can be shown on both sides. */
  readonly isText: boolean;
}

/** Compares folders, as they stood at two moments, or at one and now. */
export class SnapshotComparison {
  readonly #capture: ChangeTracker;
  readonly #trees: WorkTrees;

  constructor(capture: ChangeTracker, trees: WorkTrees) {
    this.#capture = capture;
    this.#trees = trees;
  }

  /** What differs in the folders that both moments know, by path. */
  compare(
    from: readonly Snapshot[],
    to: readonly Snapshot[] | 'now',
  ): Promise<readonly ComparedFile[]> {
    return this.#capture.runExclusive(async () => {
      const files: ComparedFile[] = [];
      for (const tree of await this.#trees.openByRealPath(from.map(({ root }) => root))) {
        const ofTree = ({ root }: Snapshot): boolean => root === tree.snapshots.root;
        const before = from.find(ofTree);
        const after = to === 'now' ? await tree.snapshots.take() : to.find(ofTree);
        files.push(...(before && after ? await compared(tree, before, after) : []));
      }
      return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    });
  }

  /** The bytes of a content. */
  async read({ root, blob }: SnapshotContent): Promise<Uint8Array | undefined> {
    const [tree] = await this.#trees.openByRealPath([root]);
    return tree?.snapshots.readBlob(blob);
  }
}

async function compared(
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
    const [left, right] = sides.map(side => stored(tree, side));
    return {
      path: tree.toAbsolutePath(change.path),
      ...(left ? { before: left } : {}),
      ...(right ? { after: right } : {}),
      // A side that was not captured, because it is too large, cannot be shown.
      isText: !change.binary && sides.every(side => !side || side.blob !== undefined),
    };
  });
}

const stored = (tree: WorkTree, side: SnapshotFile | undefined): SnapshotContent | undefined =>
  side?.blob === undefined ? undefined : { root: tree.snapshots.root, blob: side.blob };
