import type { RestorePlan } from '../../core/checkpoint/restorePlan.ts';
import { snapshotPending } from '../../core/review/model/restorePending.ts';
import type { ReviewEvent } from '../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { ReviewSnapshot } from '../../core/review/model/reviewSnapshotSchema.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { ChangeTracker } from '../review/changeTracker.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import {
  applyRestorePlan,
  planRestore,
  undoRestore,
  type RestoreResult,
} from '../snapshot/restore.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { CheckpointFile, type BegunLine, type TouchedLine } from './checkpointFile.ts';

/** The folders as they were before a prompt was sent, and the files that its agent changed afterwards. */
export interface Checkpoint {
  readonly sessionId: string;
  readonly turn: number;
  readonly snapshots: readonly Snapshot[];
  /** Absolute paths. */
  readonly touched: ReadonlySet<string>;
}

/** The steps of a restore. */
export interface CheckpointPlan {
  readonly trees: readonly { readonly tree: WorkTree; readonly plan: RestorePlan }[];
  /** The steps, with absolute paths. */
  readonly steps: readonly { readonly kind: 'write' | 'delete'; readonly path: string }[];
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
}

/** A completed restore, which can be undone. */
export interface CheckpointRestoreResult {
  readonly trees: readonly { readonly tree: WorkTree; readonly restored: RestoreResult }[];
  /** What was pending in these files before. */
  readonly pending?: ReviewSnapshot | undefined;
}

/** The oldest checkpoints are dropped beyond this, even if there is enough space. */
const CHECKPOINT_LIMIT = 10_000;
/** How many restores can be undone. */
const UNDO_LIMIT = 20;

/** The checkpoints of all turns, to which their files can be restored. */
export class Checkpoints {
  readonly #file: CheckpointFile;
  readonly #tracker: ChangeTracker;
  readonly #trees: WorkTrees;
  readonly #model: ReviewModel;
  /** Files are added one by one, and there may be thousands: the sets grow in place. */
  readonly #all = new Map<string, Checkpoint & { readonly touched: Set<string> }>();
  #undoable: readonly CheckpointRestoreResult[] = [];
  #turnsSinceCleanup = 0;

  constructor(options: {
    /** Where the checkpoints are stored. */
    readonly file: string;
    readonly tracker: ChangeTracker;
    readonly trees: WorkTrees;
    readonly model: ReviewModel;
  }) {
    this.#file = new CheckpointFile(options.file);
    this.#tracker = options.tracker;
    this.#trees = options.trees;
    this.#model = options.model;
  }

  /** Reads the checkpoints of earlier windows. */
  async load(): Promise<void> {
    for (const line of await this.#file.read()) {
      if ('tidied' in line) {
        this.#turnsSinceCleanup = 0;
      } else {
        this.#add(line);
      }
    }
  }

  /** All checkpoints, oldest first. */
  get all(): readonly Checkpoint[] {
    return [...this.#all.values()];
  }

  /** The number of checkpoints since the last cleanup. */
  get turnsSinceCleanup(): number {
    return this.#turnsSinceCleanup;
  }

  /** The snapshots that are needed to restore a checkpoint or to undo a restore. */
  get snapshots(): readonly Snapshot[] {
    const undoable = this.#undoable.flatMap(({ trees }) => trees);
    return [
      ...this.all.flatMap(({ snapshots }) => snapshots),
      ...undoable.map(({ restored }) => restored.before),
    ];
  }

  /** The reviews that become pending again when a restore is undone. */
  get undoableReviews(): readonly ReviewSnapshot[] {
    return this.#undoable.flatMap(({ pending }) => pending ?? []);
  }

  /** Drops the checkpoints that the predicate does not accept. */
  async keepOnly(fits: (checkpoint: Checkpoint) => boolean): Promise<void> {
    for (const [key, checkpoint] of this.#all) {
      if (!fits(checkpoint)) {
        this.#all.delete(key);
      }
    }
    this.#turnsSinceCleanup = 0;
    await this.#file.replace(this.all.flatMap(toLines));
  }

  /** Copies the checkpoints before a turn to a session that was branched from there. */
  copyFromSession(sessionId: string, from: string, beforeTurn: number): void {
    for (const checkpoint of this.forSession(from).filter(({ turn }) => turn < beforeTurn)) {
      toLines({ ...checkpoint, sessionId }).forEach(line => void this.#record(line));
    }
  }

  /** The checkpoints of a session, oldest first. */
  forSession(sessionId: string): readonly Checkpoint[] {
    return this.all.filter(checkpoint => checkpoint.sessionId === sessionId);
  }

  /** Creates the checkpoint of a turn from the baseline that the change tracker has just taken. */
  async begins({ sessionId, turn, roots }: TurnInfo): Promise<void> {
    const trees = await this.#trees.open(roots);
    const snapshots = trees.flatMap(({ baseline: last }) => last ?? []);
    await this.#record({ sessionId, turn, snapshots: snapshots.map(toPlainSnapshot) });
  }

  /** Records which files an agent changes. */
  recordEvent(event: ReviewEvent): void {
    if (event.kind !== 'changed' || event.author.kind !== 'agent') {
      return;
    }
    const { sessionId, turnId } = event.author.origin;
    const known = this.#all.get(keyOf({ sessionId, turn: Number(turnId) }));
    const paths = event.change.kind === 'renamed' ? [event.path, event.change.path] : [event.path];
    for (const touched of paths) {
      if (known && !known.touched.has(touched)) {
        void this.#record({ sessionId, turn: known.turn, touched });
      }
    }
  }

  /** Plans how to restore the files that the agent changed in this turn and later. Changes nothing. */
  async planRestore(sessionId: string, turn: number): Promise<CheckpointPlan> {
    const later = this.forSession(sessionId).filter(checkpoint => checkpoint.turn >= turn);
    const touched = later.flatMap(checkpoint => [...checkpoint.touched]);
    const targets = later[0]?.snapshots ?? [];
    return this.#tracker.runExclusive(async () => {
      const trees = await this.#trees.openByRealPath(targets.map(({ root }) => root));
      const plans: { readonly tree: WorkTree; readonly plan: RestorePlan }[] = [];
      for (const tree of trees) {
        const target = targets.find(({ root }) => root === tree.snapshots.root);
        const names = new Set(
          touched.filter(file => tree.contains(file)).map(file => tree.toRelativePath(file)),
        );
        if (target) {
          plans.push({ tree, plan: await planRestore(tree.snapshots, { target, touched: names }) });
        }
      }
      return toCheckpointPlan(plans);
    });
  }

  /** Carries out a plan. The changes count as the user's. */
  restore({ trees }: CheckpointPlan): Promise<CheckpointRestoreResult> {
    return this.#apply(trees, ({ tree, plan }) => applyRestorePlan(tree.snapshots, plan));
  }

  /** Undoes a restore: what was pending in these files is pending again. The result can be undone in turn. */
  undo({ trees, pending }: CheckpointRestoreResult): Promise<CheckpointRestoreResult> {
    return this.#apply(
      trees,
      ({ tree, restored }) => undoRestore(tree.snapshots, restored),
      () => this.#model.dispatch({ kind: 'reinstated', review: pending }),
    );
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  async #apply<T extends { readonly tree: WorkTree }>(
    options: readonly T[],
    act: (part: T) => Promise<RestoreResult>,
    then?: () => void,
  ): Promise<CheckpointRestoreResult> {
    let { state } = this.#model;
    const trees = await this.#tracker.runAsUser(async () => {
      ({ state } = this.#model); // The state may have changed while the task was waiting.
      const results: { readonly tree: WorkTree; readonly restored: RestoreResult }[] = [];
      for (const part of options) {
        results.push({ tree: part.tree, restored: await act(part) });
      }
      then?.();
      return results;
    });
    const paths = trees.flatMap(({ tree, restored }) =>
      [...restored.paths].map(name => tree.toAbsolutePath(name)),
    );
    const done = { trees, pending: snapshotPending(state, new Set(paths)) };
    this.#undoable = [...this.#undoable, done].slice(-UNDO_LIMIT);
    return done;
  }

  #record(line: BegunLine | TouchedLine): Promise<unknown> {
    this.#add(line);
    return this.#file.add(line);
  }

  #add(line: BegunLine | TouchedLine): void {
    const key = keyOf(line);
    const known = this.#all.get(key);
    if ('touched' in line) {
      known?.touched.add(line.touched);
      return;
    }
    this.#turnsSinceCleanup += 1;
    this.#all.delete(key); // The newest is last.
    this.#all.set(key, { ...line, touched: new Set() });
    const [oldest] = this.#all.keys();
    if (this.#all.size > CHECKPOINT_LIMIT && oldest !== undefined) {
      this.#all.delete(oldest);
    }
  }
}

const keyOf = ({ sessionId, turn }: Pick<Checkpoint, 'sessionId' | 'turn'>): string =>
  `${sessionId} ${turn}`;

const toPlainSnapshot = (snapshot: Snapshot) => ({ ...snapshot, skipped: [...snapshot.skipped] });

const toLines = (one: Checkpoint): readonly (BegunLine | TouchedLine)[] => {
  const { sessionId, turn, snapshots, touched } = one;
  return [
    { sessionId, turn, snapshots: snapshots.map(toPlainSnapshot) },
    ...[...touched].map(file => ({ sessionId, turn, touched: file })),
  ];
};

function toCheckpointPlan(trees: CheckpointPlan['trees']): CheckpointPlan {
  const steps = trees.flatMap(({ tree, plan }) =>
    plan.operations.flatMap(step => {
      const own = {
        kind: step.kind === 'delete' ? ('delete' as const) : ('write' as const),
        path: tree.toAbsolutePath(step.path),
      };
      return step.kind === 'rename'
        ? [{ kind: 'delete' as const, path: tree.toAbsolutePath(step.from) }, own]
        : [own];
    }),
  );
  return { trees, steps, impossible: trees.flatMap(({ plan }) => plan.impossible) };
}
