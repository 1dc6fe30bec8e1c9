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
import { FileReconciler, type FileReconcilerOptions } from './fileReconciler.ts';
import type { KnownContent } from './knownContents.ts';
import { MovedFiles } from './movedFiles.ts';
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
const SCAN_DELAY_MS = 75;
const SCAN_DELAY_LIMIT_MS = 1_000;
/** How long after a failed read a file is read again. */
const RETRY_MS = 200;
/** How many changed files are reconciled before other tasks get a turn. */
const BATCH_SIZE = 50;

/** Finds the changes of agents, however they are made, and records them in the review model. */
export class ChangeTracker implements TurnParticipant {
  readonly #options: ChangeTrackerOptions;
  readonly #trees: WorkTrees;
  readonly #logger: Logger;
  readonly #reconciler: FileReconciler;
  readonly #scanner: WorkTreeScanner;
  readonly #movedFiles: MovedFiles;
  readonly #openTurnsChanged = new Emitter<void>();
  /** Fires when turns start or end, and when the work trees were scanned. */
  readonly onDidChangeOpenTurns: Event<void> = this.#openTurnsChanged.event;
  /** Paths that the user changed in the editor since the last scan. A folder stands for everything in it. */
  readonly #userPaths = new Set<string>();
  #running: readonly TurnInfo[] = [];
  readonly #tasks = new Sequencer();
  /** Paths that the file watcher has reported and that are not reconciled yet. */
  readonly #reportedPaths = new Set<string>();
  #reconciling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #deadlineMs = 0;

  constructor(options: ChangeTrackerOptions) {
    this.#options = options;
    this.#trees = options.trees;
    this.#logger = options.logger;
    this.#reconciler = new FileReconciler(options);
    this.#movedFiles = new MovedFiles(options.model, options.files);
    const originOf = (path: string): Origin | undefined => this.#originOf(path);
    this.#scanner = new WorkTreeScanner({ ...options, reconciler: this.#reconciler, originOf });
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Takes the first snapshots, so that the first turn does not have to wait for them. */
  async prepare(roots: readonly string[]): Promise<void> {
    await this.runExclusive(async () => {
      await this.#scanner.resetBaseline(roots);
    });
  }

  /** Everything on disk counts as the user's now, except what other running turns have just changed. */
  async willStart(turn: TurnInfo): Promise<void> {
    await this.runExclusive(async () => {
      await (this.isRunning ? this.#scan() : this.#reconcileAsUser());
      const watched = new Set(this.#running.flatMap(({ roots }) => roots));
      // Changes since an earlier turn ended are the user's, so the baseline is taken again.
      await this.#scanner.resetBaseline(turn.roots.filter(root => !watched.has(root)));
      this.#running = [...this.#running, turn];
      this.#openTurnsChanged.fire();
    });
  }

  async didEnd(turn: TurnInfo): Promise<readonly string[]> {
    return this.runExclusive(async () => {
      await this.#scanUntilReadable();
      const notice = await this.#scanner.describeUnreviewable(turn.roots);
      this.#running = this.#running.filter(
        other => other.sessionId !== turn.sessionId || other.turn !== turn.turn,
      );
      this.#openTurnsChanged.fire();
      return notice === undefined ? [] : [notice];
    });
  }

  /** Resumes turns that were interrupted: what they changed on disk still belongs to them. */
  async resume({ turns, snapshots, told }: OpenTurns): Promise<void> {
    await this.runExclusive(async () => {
      this.#reconciler.resume(told);
      for (const tree of await this.#trees.open(turns.flatMap(turn => turn.roots))) {
        tree.resumeFrom(snapshots);
      }
      this.#running = turns;
      await this.#scanUntilReadable();
      const notice = await this.#scanner.describeUnreviewable(this.#roots);
      if (notice !== undefined) {
        this.#logger.error(notice);
      }
      await this.#reconcileReviewed();
      this.#running = [];
      this.#openTurnsChanged.fire();
    });
  }

  /** The running turns, for the journal. */
  async openTurns(): Promise<OpenTurns> {
    const turns = this.#running;
    const trees = await this.#trees.open(turns.flatMap(turn => turn.roots));
    const snapshots = trees.flatMap(({ baseline: last }) => last ?? []);
    return { turns, snapshots, told: turns.length > 0 ? this.#reconciler.knownContents : [] };
  }

  /** Handles a change on disk: files under review are reconciled now, the whole work tree is scanned soon. */
  async handleDiskChange(paths: readonly string[]): Promise<void> {
    this.scheduleScan(paths.length > BATCH_SIZE ? 0 : SCAN_DELAY_MS);
    paths.forEach(path => this.#reportedPaths.add(path));
    await (this.#reconciling ??= this.runExclusive(() => this.#reconcileReported()));
  }

  /** Scans the work trees now. Resolves when the review model has the content on disk. */
  async scan(): Promise<void> {
    await this.runExclusive(() => this.#scan());
  }

  /** Scans the work trees after a delay. */
  scheduleScan(delayMs = 0): void {
    if (!this.isRunning) {
      return;
    }
    const now = Date.now();
    this.#deadlineMs = this.#timer ? this.#deadlineMs : now + SCAN_DELAY_LIMIT_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.runExclusive(() => this.#scan());
      },
      Math.min(delayMs, Math.max(0, this.#deadlineMs - now)),
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
      this.#runLoggingErrors(path, async () => {
        if (!isUnsaved && before !== undefined && !(await this.#reconciler.isKnown(path))) {
          await this.#scan();
        }
        const isOwn =
          !isUnsaved &&
          !this.#reconciler.isClaimedByUser(path) &&
          (await this.#reconciler.isKnown(path));
        await this.#reconciler.reconcile(path, { origin, editorText: isOwn ? undefined : before });
      }),
    );
  }

  /** Handles a save, or another change of a file by the user in the editor. */
  async handleUserSave(path: string): Promise<void> {
    this.#userPaths.add(path);
    this.#reconciler.setClaimedByUser(path, true); // A scan that runs now must not attribute the change to the agent.
    await this.runExclusive(async () => {
      // Checked when the task runs: a turn may be about to start.
      if (this.isRunning || this.#options.model.getFile(path)) {
        await this.#runLoggingErrors(path, () => this.#reconciler.reconcileAsUser(path));
      }
      this.#reconciler.setClaimedByUser(path, false);
    });
  }

  /** Handles a revert: the editor shows the content on disk again, which an agent may have written. */
  async handleRevert(path: string): Promise<void> {
    await this.runExclusive(() =>
      this.#runLoggingErrors(path, () =>
        this.#reconciler.reconcileReverted(path, this.#originOf(path)),
      ),
    );
  }

  /** Reconciles files under review with what happened to them while the extension was not running. */
  async catchUp(): Promise<void> {
    await this.runExclusive(() => this.#reconcileAsUser());
  }

  /** Runs a task whose file changes belong to the user, even while agents are running. */
  async runAsUser<T>(task: () => Promise<T>): Promise<T> {
    return this.runExclusive(async () => {
      await this.#scan();
      const result = await task();
      await this.#reconcileAsUser();
      await this.#scanner.resetBaseline(this.#roots);
      return result;
    });
  }

  /** Runs a task while nothing else reads or writes files for the review. */
  runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tasks.queue(task);
    result.catch((error: unknown) => this.#logger.warn(`Review: ${getErrorMessage(error)}`));
    return result;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#trees.dispose();
  }

  async #scan(): Promise<void> {
    const started = this.#reconciler.contents.tick();
    const users = [...this.#userPaths];
    if (await this.#scanner.scan(this.#roots)) {
      users.forEach(path => this.#userPaths.delete(path));
      this.#reconciler.contents.forget(started); // Before that, a file may be in a folder that was not scanned yet.
    }
    this.#openTurnsChanged.fire();
  }

  /** Scans at the end of a turn. No scan follows, so it waits for files that cannot be read at the moment. */
  async #scanUntilReadable(): Promise<void> {
    await this.#scan();
    while (this.#scanner.hasPendingRetries) {
      await sleep(RETRY_MS);
      await this.#scan();
    }
  }

  /** Reconciles each reported path once: a large file is reported many times while it is saved. */
  async #reconcileReported(): Promise<void> {
    const paths = [...this.#reportedPaths];
    this.#reportedPaths.clear();
    this.#reconciling = undefined;
    for (let at = 0; at < paths.length; at += BATCH_SIZE) {
      await mapWithLimit(paths.slice(at, at + BATCH_SIZE), path =>
        this.#runLoggingErrors(path, () =>
          this.isRunning
            ? this.#reconciler.reconcileIfVisible(path, this.#originOf(path))
            : this.#reconcileIfReviewed(path),
        ),
      );
      await setImmediate(); // Most paths are of no interest, but there may be thousands.
    }
    if (!this.isRunning) {
      await this.#followMoved(paths);
    }
  }

  /** While no agent is running, a file that has moved takes along what is pending in it. */
  async #followMoved(paths: readonly string[]): Promise<void> {
    const moved = await this.#movedFiles.follow(
      paths.filter(path => !this.#options.model.getFile(path)),
    );
    for (const path of moved) {
      await this.#runLoggingErrors(path, () => this.#reconciler.reconcileAsUser(path));
    }
  }

  /** The review model may be ahead of the last recorded snapshot, so its files are compared one by one. */
  async #reconcileReviewed(): Promise<void> {
    const files = [...this.#options.model.state.files.values()].filter(file => !file.proposal);
    const paths = new Set(files.map(({ current }) => current.path));
    await mapWithLimit([...paths], path =>
      this.#runLoggingErrors(path, async () => {
        await this.#reconciler.reconcile(path, { origin: this.#originOf(path) });
      }),
    );
  }

  /** While no agent is running, every change to files under review is the user's. */
  async #reconcileAsUser(): Promise<void> {
    const files = [...this.#options.model.state.files.values()].filter(file => !file.proposal);
    const paths = new Set(files.map(({ current }) => current.path));
    await mapWithLimit([...paths], path =>
      this.#runLoggingErrors(path, () => this.#reconciler.reconcileAsUser(path)),
    );
    this.#reconciler.contents.forget(Infinity);
    this.#userPaths.clear();
  }

  /** A folder that is gone, or has come back, is reported without the files in it. */
  async #reconcileIfReviewed(path: string): Promise<void> {
    if (this.#options.model.getFile(path)) {
      await this.#reconciler.reconcileAsUser(path);
      return;
    }
    for (const { current, proposal } of this.#options.model.state.files.values()) {
      if (!proposal && current.path.startsWith(path + sep)) {
        await this.#reconciler.reconcileAsUser(current.path);
      }
    }
  }

  /** The folders in which agents are running. */
  get #roots(): readonly string[] {
    return this.#running.flatMap(turn => turn.roots);
  }

  /** The running turn that a change on disk belongs to, unless the user made it in the editor. */
  getRunningOrigin(path: string): Origin | undefined {
    return this.#originOf(path);
  }

  #originOf(path: string): Origin | undefined {
    const isByUser = [...this.#userPaths].some(folder => path.startsWith(folder + sep));
    return this.isRunning && !isByUser ? this.#options.originOf(path, this.#running) : undefined;
  }

  async #runLoggingErrors(what: string, task: () => Promise<void>): Promise<void> {
    await task().catch((error: unknown) =>
      this.#logger.warn(`Review of ${what}: ${getErrorMessage(error)}`),
    );
  }
}
