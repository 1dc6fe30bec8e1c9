import { randomUUID } from 'node:crypto';
import { snapshotPending } from '../../core/review/model/restorePending.ts';
import type { ReviewEvent } from '../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { BlobStore } from '../review/blobStore.ts';
import type { ChangeTracker } from '../review/changeTracker.ts';
import type { ReviewFiles } from '../review/reviewFiles.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { applyRestorePlan, requireApplicable, type RestoreResult } from '../snapshot/restore.ts';
import {
  CheckpointBuilder,
  toHistory,
  toLines,
  withOriginalTurns,
  type Checkpoint,
} from './checkpoint.ts';
import { CheckpointFile, type CheckpointLine } from './checkpointFile.ts';
import { toCheckpointPlan, type CheckpointPlan } from './checkpointPlan.ts';
import { ContentStore } from './contentStore.ts';
import { planTreeRestore } from './planTreeRestore.ts';
import { planUncapturedRestore } from './planUncapturedRestore.ts';
import {
  RestoreHistory,
  toRestoredLine,
  toSerializable,
  type CheckpointRestoreResult,
} from './restoreHistory.ts';
import { applyUncapturedSteps, requireUnchangedFiles } from './restoreUncaptured.ts';
import { recordedLines } from './recordedLines.ts';
import { TurnRecorder } from './turnRecorder.ts';

export interface CheckpointsOptions {
  /** Where the checkpoints are stored. */
  readonly file: string;
  readonly tracker: ChangeTracker;
  readonly trees: WorkTrees;
  readonly model: ReviewModel;
  readonly files: ReviewFiles;
  readonly blobs: BlobStore;
}

/** The oldest checkpoints are dropped beyond this, even if there is enough space. */
const CHECKPOINT_LIMIT = 10_000;

/** The checkpoints of all turns, to which their files can be restored. */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  readonly #file: CheckpointFile;
  readonly #contents: ContentStore;
  readonly #recorder: TurnRecorder;
  readonly #all = new Map<string, CheckpointBuilder>();
  readonly #history = new RestoreHistory();
  #turnsSinceCleanup = 0;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#file = new CheckpointFile(options.file);
    this.#contents = new ContentStore(options.blobs);
    this.#recorder = new TurnRecorder(options.model);
  }

  /** Reads the checkpoints of earlier windows. */
  async load(): Promise<void> {
    for (const line of await this.#file.read()) {
      if ('tidied' in line) {
        this.#turnsSinceCleanup = 0;
      } else if ('restored' in line || 'undoneRestore' in line) {
        this.#history.load(line);
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

  /** The last restore that was not undone yet, in this window or in an earlier one. */
  get lastRestore(): CheckpointRestoreResult | undefined {
    return this.#history.last;
  }

  /** The snapshots that are needed to restore a checkpoint or to undo a restore. */
  get snapshots(): readonly Snapshot[] {
    return [
      ...this.all.flatMap(({ snapshots, ended }) => [...snapshots, ...(ended ?? [])]),
      ...this.#history.snapshots,
    ];
  }

  /** Everything that refers to blobs that are needed to restore a checkpoint or to undo a restore. */
  get blobReferences(): readonly unknown[] {
    return [
      ...this.all.flatMap(({ edits, uncaptured }) => [...edits, ...uncaptured]),
      ...this.#history.blobReferences,
    ];
  }

  /** Drops the checkpoints that the predicate does not accept. */
  async keepOnly(fits: (checkpoint: Checkpoint) => boolean): Promise<void> {
    for (const [key, checkpoint] of this.#all) {
      if (!fits(checkpoint)) {
        this.#all.delete(key);
      }
    }
    this.#turnsSinceCleanup = 0;
    await this.#file.replace([...this.all.flatMap(toLines), ...this.#history.lines]);
  }

  /** Copies the checkpoints before a turn to a session that was branched from there. */
  copyFromSession(sessionId: string, from: string, beforeTurn: number): void {
    for (const checkpoint of this.forSession(from).filter(({ turn }) => turn < beforeTurn)) {
      toLines({ ...checkpoint, sessionId, branchedFrom: from }).forEach(
        line => void this.#record(line),
      );
    }
  }

  /** The checkpoints of a session, oldest first. */
  forSession(sessionId: string): readonly Checkpoint[] {
    return this.all.filter(checkpoint => checkpoint.sessionId === sessionId);
  }

  /** Creates the checkpoint of a turn from the baseline that the change tracker has just taken. */
  async willStart({ sessionId, turn, roots }: TurnInfo): Promise<void> {
    const snapshots = await this.#baselines(roots);
    this.#recorder.start(keyOf({ sessionId, turn }), sessionId);
    await this.#record({ sessionId, turn, snapshots: snapshots.map(toSerializable) });
  }

  /** Completes the checkpoint of a turn, after the change tracker has found its last changes. */
  async didEnd({ sessionId, turn, roots }: TurnInfo): Promise<void> {
    const key = keyOf({ sessionId, turn });
    const recorded = this.#recorder.end(key);
    const checkpoint = this.#all.get(key);
    if (!checkpoint) {
      return;
    }
    const ended = await this.#baselines(roots);
    const context = { ...this.#options, contents: this.#contents, checkpoint, ended };
    const lines = await recordedLines(recorded, context);
    lines.forEach(line => void this.#record(line));
    await this.#record({ sessionId, turn, ended: ended.map(toSerializable) });
  }

  /** Records which files an agent changes, and what others do to them. */
  recordEvent(event: ReviewEvent): void {
    this.#recorder.handle(event);
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

  /**
   * Plans how to restore the files that the agent changed in this turn and later. Edits of the user in these files are
   * kept. Changes nothing.
   */
  async planRestore(sessionId: string, turn: number): Promise<CheckpointPlan> {
    const later = this.forSession(sessionId).filter(checkpoint => checkpoint.turn >= turn);
    const uncaptured = later.flatMap(checkpoint =>
      checkpoint.uncaptured.map(({ uncaptured: path, ...rest }) => ({ path, ...rest })),
    );
    const inNoSnapshot = new Set(uncaptured.map(({ path }) => path));
    const touched = later.flatMap(checkpoint => [...checkpoint.touched]);
    const targets = later[0]?.snapshots ?? [];
    const { tracker, trees, files } = this.#options;
    return tracker.runExclusive(async () => {
      const plans: CheckpointPlan['trees'][number][] = [];
      for (const tree of await trees.openByRealPath(targets.map(({ root }) => root))) {
        const target = targets.find(({ root }) => root === tree.snapshots.root);
        if (target) {
          const plan = await planTreeRestore({
            tree,
            files,
            target,
            touched: touched.filter(path => !inNoSnapshot.has(path)),
            history: toHistory(withOriginalTurns(later, this.all), tree, this.#contents),
          });
          plans.push({ tree, plan });
        }
      }
      const others = await planUncapturedRestore(uncaptured, this.#contents, files);
      const isUncertain = later.some(({ ended, touched: paths }) => !ended && paths.size > 0);
      return toCheckpointPlan(plans, others, isUncertain);
    });
  }

  /** Carries out a plan, unless its files have changed since it was made. The changes count as the user's. */
  async restore(plan: CheckpointPlan): Promise<CheckpointRestoreResult> {
    const result = await this.#apply(() => Promise.resolve(plan));
    this.#history.add(result);
    await this.#file.add(toRestoredLine(result));
    return result;
  }

  /**
   * Undoes a restore: what was pending in these files is pending again, and what the user changed since is kept. The
   * result can be undone in turn.
   */
  async undo({
    id,
    trees,
    uncaptured,
    pending,
  }: CheckpointRestoreResult): Promise<CheckpointRestoreResult> {
    const result = await this.#apply(
      () =>
        this.#planUndo(
          trees.map(({ restored }) => restored),
          uncaptured,
        ),
      () => this.#options.model.dispatch({ kind: 'reinstated', review: pending }),
    );
    this.#history.markUndone(id, result);
    await this.#file.add({ undoneRestore: id });
    return result;
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  async #planUndo(
    results: readonly RestoreResult[],
    uncaptured: CheckpointRestoreResult['uncaptured'],
  ): Promise<CheckpointPlan> {
    const { trees, files } = this.#options;
    const plans: CheckpointPlan['trees'][number][] = [];
    for (const tree of await trees.openByRealPath(results.map(({ before }) => before.root))) {
      const result = results.find(({ before }) => before.root === tree.snapshots.root);
      if (result) {
        const { before: target, after: from, paths } = result;
        const touched = [...paths].map(name => tree.toAbsolutePath(name));
        const history = [{ kind: 'period', from, to: 'now', except: new Set<string>() }] as const;
        plans.push({
          tree,
          plan: await planTreeRestore({ tree, files, target, touched, history }),
        });
      }
    }
    return toCheckpointPlan(
      plans,
      await planUncapturedRestore(uncaptured, this.#contents, files),
      false,
    );
  }

  async #apply(
    getPlan: () => Promise<CheckpointPlan>,
    then?: () => void,
  ): Promise<CheckpointRestoreResult> {
    const { model, tracker, files } = this.#options;
    const paths: string[] = [];
    const apply = async (): Promise<CheckpointRestoreResult> => {
      const { state } = model;
      const { trees, uncaptured } = await getPlan();
      await requireUnchangedFiles(uncaptured, files);
      for (const { tree, plan } of trees.slice(1)) {
        await requireApplicable(tree.snapshots, plan); // Either all folders are restored, or none.
      }
      const results: { readonly restored: RestoreResult }[] = [];
      paths.push(...uncaptured.map(({ path }) => path));
      for (const { tree, plan } of trees) {
        const restored = await applyRestorePlan(tree.snapshots, plan);
        results.push({ restored });
        paths.push(...[...restored.paths].map(name => tree.toAbsolutePath(name)));
      }
      const others = await applyUncapturedSteps(uncaptured, this.#contents, files);
      then?.();
      const pending = snapshotPending(state, new Set(paths));
      return { id: randomUUID(), trees: results, ...others, pending };
    };
    return tracker.runAsUser(apply, () => paths);
  }

  async #baselines(roots: readonly string[]): Promise<readonly Snapshot[]> {
    const trees = await this.#options.trees.open(roots);
    return trees.flatMap(({ baseline }) => baseline ?? []);
  }

  #record(line: CheckpointLine): Promise<unknown> {
    this.#add(line);
    return this.#file.add(line);
  }

  #add(line: CheckpointLine): void {
    const key = keyOf(line);
    if (!('snapshots' in line)) {
      this.#all.get(key)?.add(line);
      return;
    }
    this.#turnsSinceCleanup += 1;
    this.#all.delete(key); // The newest is last.
    this.#all.set(key, new CheckpointBuilder(line));
    const [oldest] = this.#all.keys();
    if (this.#all.size > CHECKPOINT_LIMIT && oldest !== undefined) {
      this.#all.delete(oldest);
    }
  }
}

const keyOf = ({ sessionId, turn }: Pick<Checkpoint, 'sessionId' | 'turn'>): string =>
  `${sessionId} ${turn}`;
