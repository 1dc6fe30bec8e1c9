import { sep } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { Sequencer } from '../../core/async/sequencer.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { Logger } from '../../core/logger.ts';
import type { TurnInfo, TurnParticipant } from '../session/turnParticipant.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { FileReconciler, type FileReconcilerOptions, type KnownContent } from './fileReconciler.ts';
import { WorkTreeScanner } from './workTreeScanner.ts';
import type { WorkTrees } from './workTrees.ts';

export interface ChangeTrackerOptions extends FileReconcilerOptions {
  /** The running turn that a change belongs to. */
  originOf(path: string, running: readonly TurnInfo[]): Origin | undefined;
}

/** The running turns and the snapshots they started from. After a crash this is enough to find what they changed. */
export interface OpenTurns {
  readonly turns: readonly TurnInfo[];
  readonly snapshots: readonly Snapshot[];
  readonly told: readonly KnownContent[];
}

/** How long after a change on disk the work tree is scanned, and the longest delay while changes keep coming. */
const LOOK_AFTER_MS = 75;
const LOOK_AT_LATEST_MS = 1_000;
/** How long after a failed read a file is read again. */
const AGAIN_AFTER_MS = 200;
/** How many changed files are reconciled before other tasks get a turn. */
const LOOKED_AT_ONCE = 50;

/** Finds the changes of agents, however they are made, and records them in the review model. */
export class ChangeTracker implements TurnParticipant {
  readonly #parts: ChangeTrackerOptions;
  readonly #trees: WorkTrees;
  readonly #notes: Logger;
  readonly #settler: FileReconciler;
  readonly #looks: WorkTreeScanner;
  readonly #moved = new Emitter<void>();
  /** Fires when turns start or end, and when the work trees were scanned. */
  readonly onDidChangeOpenTurns: Event<void> = this.#moved.event;
  /** Paths that the user changed in the editor since the last scan. A folder stands for everything in it. */
  readonly #users = new Set<string>();
  #running: readonly TurnInfo[] = [];
  readonly #tasks = new Sequencer();
  /** Paths that the file watcher has reported and that are not reconciled yet. */
  readonly #heard = new Set<string>();
  #hearing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;

  constructor(parts: ChangeTrackerOptions) {
    this.#parts = parts;
    this.#trees = parts.trees;
    this.#notes = parts.notes;
    this.#settler = new FileReconciler(parts);
    const originOf = (path: string): Origin | undefined => this.#originOf(path);
    this.#looks = new WorkTreeScanner({ ...parts, reconciler: this.#settler, originOf });
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Takes the first snapshots, so that the first turn does not have to wait for them. */
  async prepare(roots: readonly string[]): Promise<void> {
    await this.runExclusive(async () => {
      await this.#looks.resetBaseline(roots);
    });
  }

  /** Everything on disk counts as the user's now, except what other running turns have just changed. */
  async willStart(turn: TurnInfo): Promise<void> {
    await this.runExclusive(async () => {
      await (this.isRunning ? this.#look() : this.#settleAsUser());
      const watched = new Set(this.#running.flatMap(({ roots }) => roots));
      // Changes since an earlier turn ended are the user's, so the baseline is taken again.
      await this.#looks.resetBaseline(turn.roots.filter(root => !watched.has(root)));
      this.#running = [...this.#running, turn];
      this.#moved.fire();
    });
  }

  async didEnd(turn: TurnInfo): Promise<void> {
    await this.runExclusive(async () => {
      await this.#lookAtLast();
      this.#running = this.#running.filter(
        other => other.sessionId !== turn.sessionId || other.turn !== turn.turn,
      );
      this.#moved.fire();
    });
  }

  /** Resumes turns that were interrupted: what they changed on disk still belongs to them. */
  async resume({ turns, snapshots, told }: OpenTurns): Promise<void> {
    await this.runExclusive(async () => {
      this.#settler.resume(told);
      for (const tree of await this.#trees.open(turns.flatMap(turn => turn.roots))) {
        tree.resumeFrom(snapshots);
      }
      this.#running = turns;
      await this.#lookAtLast();
      await this.#settleReviewed();
      this.#running = [];
      this.#moved.fire();
    });
  }

  /** The running turns, for the journal. */
  async openTurns(): Promise<OpenTurns> {
    const turns = this.#running;
    const trees = await this.#trees.open(turns.flatMap(turn => turn.roots));
    const snapshots = trees.flatMap(({ baseline: last }) => last ?? []);
    return { turns, snapshots, told: turns.length > 0 ? this.#settler.knownContents : [] };
  }

  /** Handles a change on disk: files under review are reconciled now, the whole work tree is scanned soon. */
  async handleDiskChange(paths: readonly string[]): Promise<void> {
    this.scheduleScan(paths.length > LOOKED_AT_ONCE ? 0 : LOOK_AFTER_MS);
    paths.forEach(path => this.#heard.add(path));
    await (this.#hearing ??= this.runExclusive(() => this.#settleHeard()));
  }

  /** Scans the work trees now. Resolves when the review model has the content on disk. */
  async scan(): Promise<void> {
    await this.runExclusive(() => this.#look());
  }

  /** Scans the work trees after a delay. */
  scheduleScan(delayMs = 0): void {
    if (!this.isRunning) {
      return;
    }
    const now = Date.now();
    this.#dueMs = this.#timer ? this.#dueMs : now + LOOK_AT_LATEST_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.runExclusive(() => this.#look());
      },
      Math.min(delayMs, Math.max(0, this.#dueMs - now)),
    );
  }

  /**
   * Handles a write of the agent through the client. The previous content is the user's, also of an ignored file,
   * unless the agent had already written it to disk itself.
   */
  async handleAgentWrite(
    path: string,
    { before, isUnsaved }: { readonly before: string | undefined; readonly isUnsaved: boolean },
    origin: Origin,
  ): Promise<void> {
    await this.runExclusive(() =>
      this.#around(path, async () => {
        if (!isUnsaved && before !== undefined && !(await this.#settler.isKnown(path))) {
          await this.#look();
        }
        const isOwn =
          !isUnsaved && !this.#settler.isClaimedByUser(path) && (await this.#settler.isKnown(path));
        await this.#settler.reconcile(path, { origin, hint: isOwn ? undefined : before });
      }),
    );
  }

  /** Handles a save, or another change of a file by the user in the editor. */
  async handleUserSave(path: string): Promise<void> {
    this.#users.add(path);
    this.#settler.setClaimedByUser(path, true); // A scan that runs now must not attribute the change to the agent.
    await this.runExclusive(async () => {
      // Checked when the task runs: a turn may be about to start.
      if (this.isRunning || this.#parts.log.getFile(path)) {
        await this.#around(path, () => this.#settler.reconcileAsUser(path));
      }
      this.#settler.setClaimedByUser(path, false);
    });
  }

  /** Handles a revert: the editor shows the content on disk again, which an agent may have written. */
  async handleRevert(path: string): Promise<void> {
    await this.runExclusive(() =>
      this.#around(path, () => this.#settler.reconcileReverted(path, this.#originOf(path))),
    );
  }

  /** Reconciles files under review with what happened to them while the extension was not running. */
  async catchUp(): Promise<void> {
    await this.runExclusive(() => this.#settleAsUser());
  }

  /** Runs a task whose file changes belong to the user, even while agents are running. */
  async runAsUser<T>(task: () => Promise<T>): Promise<T> {
    return this.runExclusive(async () => {
      await this.#look();
      const result = await task();
      await this.#settleAsUser();
      await this.#looks.resetBaseline(this.#roots);
      return result;
    });
  }

  /** Runs a task while nothing else reads or writes files for the review. */
  runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tasks.queue(task);
    result.catch((error: unknown) => this.#notes.warn(`Review: ${getErrorMessage(error)}`));
    return result;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#trees.dispose();
  }

  async #look(): Promise<void> {
    const started = this.#settler.tick();
    const users = [...this.#users];
    if (await this.#looks.scan(this.#roots)) {
      users.forEach(path => this.#users.delete(path));
      this.#settler.forget(started); // Before that, a file may be in a folder that was not scanned yet.
    }
    this.#moved.fire();
  }

  /** Scans at the end of a turn. No scan follows, so it waits for files that cannot be read at the moment. */
  async #lookAtLast(): Promise<void> {
    await this.#look();
    while (this.#looks.hasPendingRetries) {
      await sleep(AGAIN_AFTER_MS);
      await this.#look();
    }
  }

  /** Reconciles each reported path once: a large file is reported many times while it is saved. */
  async #settleHeard(): Promise<void> {
    const paths = [...this.#heard];
    this.#heard.clear();
    this.#hearing = undefined;
    for (let at = 0; at < paths.length; at += LOOKED_AT_ONCE) {
      await mapWithLimit(paths.slice(at, at + LOOKED_AT_ONCE), path =>
        this.#around(path, () =>
          this.isRunning
            ? this.#settler.reconcileIfVisible(path, this.#originOf(path))
            : this.#settleIfReviewed(path),
        ),
      );
      await setImmediate(); // Most paths are of no interest, but there may be thousands.
    }
  }

  /** The review model may be ahead of the last recorded snapshot, so its files are compared one by one. */
  async #settleReviewed(): Promise<void> {
    const files = [...this.#parts.log.state.files.values()].filter(file => !file.proposal);
    const paths = new Set(files.map(({ current }) => current.path));
    await mapWithLimit([...paths], path =>
      this.#around(path, async () => {
        await this.#settler.reconcile(path, { origin: this.#originOf(path) });
      }),
    );
  }

  /** While no agent is running, every change to files under review is the user's. */
  async #settleAsUser(): Promise<void> {
    const files = [...this.#parts.log.state.files.values()].filter(file => !file.proposal);
    const paths = new Set(files.map(({ current }) => current.path));
    await mapWithLimit([...paths], path =>
      this.#around(path, () => this.#settler.reconcileAsUser(path)),
    );
    this.#settler.forget(Infinity);
    this.#users.clear();
  }

  async #settleIfReviewed(path: string): Promise<void> {
    if (this.#parts.log.getFile(path)) {
      await this.#settler.reconcileAsUser(path);
    }
  }

  /** The folders in which agents are running. */
  get #roots(): readonly string[] {
    return this.#running.flatMap(turn => turn.roots);
  }

  #originOf(path: string): Origin | undefined {
    const isUsers = [...this.#users].some(folder => path.startsWith(folder + sep));
    return this.isRunning && !isUsers ? this.#parts.originOf(path, this.#running) : undefined;
  }

  async #around(what: string, task: () => Promise<void>): Promise<void> {
    await task().catch((error: unknown) =>
      this.#notes.warn(`Review of ${what}: ${getErrorMessage(error)}`),
    );
  }
}
