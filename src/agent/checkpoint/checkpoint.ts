import type { WorkTree } from '../review/workTree.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import type { BegunLine, CheckpointLine, EditedLine, UncapturedLine } from './checkpointFile.ts';
import type { ContentStore } from './contentStore.ts';
import type { HistoryStep } from './planTreeRestore.ts';
import { toSerializable } from './restoreHistory.ts';

/** The folders as they were before a prompt was sent, and the files that its agent changed afterwards. */
export interface Checkpoint {
  readonly sessionId: string;
  readonly turn: number;
  readonly snapshots: readonly Snapshot[];
  /** The session that this one was branched from, if the turn was copied from there. */
  readonly branchedFrom?: string;
  /** Absolute paths. */
  readonly touched: ReadonlySet<string>;
  /** The folders when the turn ended. Undefined while it is running, or if its window crashed. */
  readonly ended?: readonly Snapshot[];
  /** What others did during the turn to files that its agent changed. */
  readonly edits: readonly EditedLine[];
  /** Files that its agent changed and that are in no snapshot. */
  readonly uncaptured: readonly UncapturedLine[];
}

/** Collects the lines of one checkpoint. Files come one by one, and there may be thousands, so it grows in place. */
export class CheckpointBuilder implements Checkpoint {
  readonly sessionId: string;
  readonly turn: number;
  readonly snapshots: readonly Snapshot[];
  readonly branchedFrom?: string;
  readonly touched = new Set<string>();
  readonly edits: EditedLine[] = [];
  readonly uncaptured: UncapturedLine[] = [];
  ended?: readonly Snapshot[];

  constructor({ sessionId, turn, snapshots, branchedFrom }: BegunLine) {
    this.sessionId = sessionId;
    this.turn = turn;
    this.snapshots = snapshots;
    if (branchedFrom !== undefined) {
      this.branchedFrom = branchedFrom;
    }
  }

  add(line: Exclude<CheckpointLine, BegunLine>): void {
    if ('touched' in line) {
      this.touched.add(line.touched);
    } else if ('ended' in line) {
      this.ended = line.ended;
    } else if ('edited' in line) {
      this.edits.push(line);
    } else {
      this.uncaptured.push(line);
    }
  }
}

/** The lines that store a checkpoint. */
export function toLines(checkpoint: Checkpoint): readonly CheckpointLine[] {
  const { sessionId, turn, snapshots, branchedFrom, touched, ended, edits, uncaptured } =
    checkpoint;
  const own = { sessionId, turn };
  return [
    {
      ...own,
      snapshots: snapshots.map(toSerializable),
      ...(branchedFrom === undefined ? {} : { branchedFrom }),
    },
    ...[...touched].map(file => ({ ...own, touched: file })),
    ...edits.map(line => ({ ...line, ...own })),
    ...uncaptured.map(line => ({ ...line, ...own })),
    ...(ended ? [{ ...own, ended: ended.map(toSerializable) }] : []),
  ];
}

/**
 * Adds the turns that the original session had when a session was branched from it: the branch does not have them, but
 * what they changed is no edit of the user.
 */
export function withOriginalTurns(
  own: readonly Checkpoint[],
  all: readonly Checkpoint[],
): readonly Checkpoint[] {
  const copied = own.findLast(({ branchedFrom }) => branchedFrom !== undefined);
  if (!copied) {
    return own;
  }
  const original = all
    .slice(0, all.indexOf(copied))
    .filter(({ sessionId, turn }) => sessionId === copied.branchedFrom && turn > copied.turn);
  return own.toSpliced(own.indexOf(copied) + 1, 0, ...original);
}

/** What others than the agent of these consecutive checkpoints did in a work tree since the first one, oldest first. */
export function toHistory(
  checkpoints: readonly Checkpoint[],
  tree: WorkTree,
  contents: ContentStore,
): readonly HistoryStep[] {
  const inTree = (snapshots: readonly Snapshot[] | undefined): Snapshot | undefined =>
    snapshots?.find(({ root }) => root === tree.snapshots.root);
  return checkpoints.flatMap(({ snapshots, touched, ended, edits }, at): readonly HistoryStep[] => {
    const next = checkpoints[at + 1];
    const [from, end, to] = [
      inTree(snapshots),
      inTree(ended),
      next ? inTree(next.snapshots) : ('now' as const),
    ];
    const own = edits.map(({ edited, before, after }) => ({
      kind: 'edit' as const,
      path: edited,
      edit: async () => ({ before: await contents.get(before), after: await contents.get(after) }),
    }));
    if (!from || !to) {
      return own;
    }
    // If the end of the turn is unknown, everything in the files that the agent changed counts as the agent's.
    return end
      ? [
          ...own,
          { kind: 'period', from, to: end, except: touched },
          { kind: 'period', from: end, to, except: new Set() },
        ]
      : [...own, { kind: 'period', from, to, except: touched }];
  });
}
