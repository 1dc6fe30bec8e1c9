import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { Sequencer } from '../../core/async/sequencer.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { TurnInfo, TurnParticipant } from '../session/turnParticipant.ts';
import { TrackedTurns, type OpenTurns, type TurnProcesses } from './trackedTurns.ts';
import { BulkReconciler } from './bulkReconciler.ts';
import { FileReconciler, type FileReconcilerOptions } from './fileReconciler.ts';
import { KnownContents } from './knownContents.ts';
import { MovedFiles } from './movedFiles.ts';
import { readUserFiles } from './readUserFiles.ts';
import { UserFolders } from './userFolders.ts';
import { ScanTimer } from './scanTimer.ts';
import { WorkTreeScanner } from './workTreeScanner.ts';

export interface ChangeTrackerOptions extends FileReconcilerOptions {
  /** The running turn that a change belongs to. */
  originOf(path: string, running: readonly TurnInfo[]): Origin | undefined;
  /** The processes that turns leave behind. */
  readonly processes?: TurnProcesses;
}

/** How long after a change on disk the work tree is scanned. */
const SCAN_DELAY_MS = 75;
/** How long after a failed read a file is read again, and how long a failed scan is retried at the end of a turn. */
const RETRY_MS = 200;
const RETRY_LIMIT_MS = 3_000;
/** How many changed files are reconciled before other tasks get a turn. */
const BATCH_SIZE = 50;

/** Finds the changes of agents, however they are made, and records them in the review model. */
export class ChangeTracker implements TurnParticipant {
  readonly #options: ChangeTrackerOptions;
  readonly #contents: KnownContents;
  readonly #reconciler: FileReconciler;
  readonly #files: BulkReconciler;
  readonly #scanner: WorkTreeScanner;
  readonly #movedFiles: MovedFiles;
  readonly #openTurnsChanged = new Emitter<void>();
  /** Fires when turns start or end, when the work trees were scanned, and when it changes which edits of the user are unsaved. */
  readonly onDidChangeOpenTurns: Event<void> = this.#openTurnsChanged.event;
  readonly #userFolders = new UserFolders();
  readonly #turns: TrackedTurns;
  readonly #tasks = new Sequencer();
  /** Paths that the file watcher has reported and that are not reconciled yet. */
  readonly #reportedPaths = new Set<string>();
  #reconciling: Promise<void> | undefined;
  readonly #timer = new ScanTimer(() => void (this.#turns.isTracking && this.scan()));

  constructor(options: ChangeTrackerOptions) {
    this.#options = options;
    this.#contents = new KnownContents(options);
    this.#reconciler = new FileReconciler(options, this.#contents);
    this.#files = new BulkReconciler(this.#reconciler, options.model, options.logger);
    this.#movedFiles = new MovedFiles(options.model, options.files);
    this.#scanner = new WorkTreeScanner({
      ...options,
      reconciler: this.#reconciler,
      originOf: path => this.getRunningOrigin(path),
      willReadFiles: paths => paths.forEach(path => this.#reportedPaths.delete(path)),
    });
    this.#turns = new TrackedTurns({
      processes: options.processes,
      scan: () => this.runExclusive(() => this.#scan()),
      onDidChange: () => this.#openTurnsChanged.fire(),
    });
  }

  get isRunning(): boolean {
    return this.#turns.isRunning;
  }

  /** Takes the first snapshots, so that the first turn does not have to wait for them. */
  async prepare(roots: readonly string[]): Promise<void> {
    await this.runExclusive(() => this.#scanner.resetBaseline(this.#turns.withoutTracked(roots)));
  }

  /** Everything on disk counts as the user's now, except what other turns have just changed. */
  async willStart(turn: TurnInfo): Promise<void> {
    this.#turns.prepare(turn);
    await this.runExclusive(async () => {
      await (this.#turns.isTracking ? this.#scan() : this.#reconcileAsUser());
      // A folder that an earlier turn still changes keeps its baseline. In others the changes since are the user's.
      await this.#resetBaseline(this.#turns.withoutTracked(turn.roots));
      this.#turns.start(turn);
      this.#timer.pause(0);
      this.#openTurnsChanged.fire();
    });
  }

  /** A turn whose processes are still running, or that could not be compared, stays in the background. */
  async didEnd(turn: TurnInfo): Promise<readonly string[]> {
    return this.runExclusive(async () => {
      const checking = this.#turns.isAnyProcessRunning(turn); // What ends later is in the scan that follows then.
      const failed = new Set(await this.#scanUntilComplete());
      const notice = await this.#scanner.describeUnreviewable(turn.roots);
      const isAnyRunning = await checking;
      const roots = turn.roots.filter(root => isAnyRunning || failed.has(root));
      this.#turns.end(turn, roots);
      this.#openTurnsChanged.fire();
      return notice === undefined ? [] : [notice];
    });
  }

  /**
   * Resumes turns that were interrupted: what they changed on disk still belongs to them. VS Code may have saved the user's edits
   * while the extension was not running, but not if they are still unsaved.
   */
  async resume({ turns, snapshots, unrecorded, unsaved }: OpenTurns): Promise<void> {
    await this.runExclusive(async () => {
      unrecorded.forEach(({ path, content }) => this.#contents.set(path, content));
      const saved = unsaved.filter(path => !this.#options.buffers.isBusy(path));
      // What is gone was not saved: an agent has moved or deleted it.
      const there = await mapWithLimit(saved, path => this.#options.files.exists(path));
      const claims = saved
        .filter((_, at) => there[at])
        .map(path => this.#reconciler.claimForUser(path));
      for (const tree of await this.#options.trees.open(turns.flatMap(turn => turn.roots))) {
        tree.resumeFrom(snapshots);
      }
      this.#turns.start(...turns);
      await this.#scanUntilComplete();
      const notice = await this.#scanner.describeUnreviewable(this.#turns.roots);
      if (notice !== undefined) {
        this.#options.logger.error(notice);
      }
      await this.#files.reconcile(path => this.getRunningOrigin(path));
      claims.forEach(claim => this.#reconciler.releaseClaim(claim));
      turns.forEach(turn => this.#turns.end(turn));
      this.#openTurnsChanged.fire();
    });
  }

  /** The turns whose changes are not all known, for the journal. */
  async openTurns(): Promise<OpenTurns> {
    const turns = this.#turns.all;
    const trees = await this.#options.trees.open(turns.flatMap(turn => turn.roots));
    const snapshots = trees.flatMap(({ baseline: last }) => last ?? []);
    if (turns.length === 0) {
      return { turns, snapshots, unrecorded: [], unsaved: [] };
    }
    const edited = [...this.#options.buffers.listUnsaved(), ...this.#reconciler.claimedPaths];
    return {
      turns,
      snapshots,
      unrecorded: this.#contents.unrecorded,
      unsaved: [...new Set(edited)],
    };
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
    if (this.#turns.isTracking) {
      this.#timer.schedule(delayMs);
    }
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
    await this.#runExclusively(path, async () => {
      if (!isUnsaved && before !== undefined && !(await this.#contents.isKnown(path))) {
        await this.#scan();
      }
      const isOwn =
        !isUnsaved &&
        !this.#reconciler.isClaimedByUser(path) &&
        (await this.#contents.isKnown(path));
      await this.#reconciler.reconcileAgentWrite(path, origin, isOwn ? undefined : before);
    });
  }

  /** Handles unsaved edits that have appeared or gone. */
  handleUnsavedChange(): void {
    if (this.#turns.isTracking) {
      this.#openTurnsChanged.fire();
    }
  }

  /**
   * Handles a save. `text` is what was saved, where that is known: by the time the file is read, an agent may have
   * written to it.
   */
  async handleUserSave(path: string, text?: string): Promise<void> {
    const claim = this.#reconciler.claimForUser(path, text); // A scan that runs now must not attribute it to the agent.
    await this.runExclusive(async () => {
      // Checked when the task runs: a turn may be about to start.
      if (this.#turns.isTracking || this.#options.model.getFile(path)) {
        await this.#files.run([path], () =>
          this.#reconciler.reconcileSave(claim, this.getRunningOrigin(path)),
        );
      }
      this.#reconciler.releaseClaim(claim);
      this.handleUnsavedChange(); // The content is known now, but no snapshot has it yet.
    });
  }

  /** Handles a file or folder that the user has renamed in the editor. */
  async handleUserRename(from: string, to: string): Promise<void> {
    this.#reconciler.moveUnmergedWrites(from, to);
    await Promise.all([from, to].map(path => this.handleUserFileOperation(path)));
  }

  /** Handles a file or folder that the user has created or deleted in the editor. */
  async handleUserFileOperation(path: string): Promise<void> {
    const isGone = this.#userFolders.add(path);
    const claim = this.#reconciler.claimForUser(path);
    const reading = isGone ? undefined : readUserFiles(path, this.#options.files); // Before an agent writes there.
    await this.runExclusive(async () => {
      const contents = await reading;
      const isNew = contents && this.#turns.isTracking && !this.#options.model.getFile(path);
      if (isNew) {
        this.#reconciler.rememberUserContent(claim, contents);
      } else if (this.#turns.isTracking || this.#options.model.getFile(path)) {
        await this.#files.reconcileAsUser([path]);
      }
      this.#userFolders.delete(contents ? [path] : []);
      this.#reconciler.releaseClaim(claim);
    });
  }

  /** Handles a decision that has moved a file: what a running turn knows of the old path is not there anymore. */
  handleDecidedMove(from: string): void {
    this.#contents.set(from, { kind: 'absent' });
  }

  /** Handles a revert: the editor shows the content on disk again, which an agent may have written. */
  async handleRevert(path: string): Promise<void> {
    await this.#runExclusively(path, () =>
      this.#reconciler.reconcileReverted(path, this.getRunningOrigin(path)),
    );
  }

  /** Reconciles files under review with what happened to them while the extension was not running. */
  async catchUp(): Promise<void> {
    await this.runExclusive(() => this.#reconcileAsUser());
  }

  /**
   * Runs a task that changes files for the user, even while agents are running. What else changes meanwhile is still the
   * agents'. `pathsOf` returns the files that the task has changed.
   */
  async runAsUser<T>(
    task: () => Promise<T>,
    pathsOf: (result: T) => readonly string[],
  ): Promise<T> {
    return this.runExclusive(async () => {
      await this.#scan();
      const result = await task();
      if (!this.#turns.isTracking) {
        await this.#reconcileAsUser();
        return result;
      }
      await this.#files.reconcileAsUser(pathsOf(result));
      await this.#scan();
      return result;
    });
  }

  /** Runs a task while nothing else reads or writes files for the review. */
  runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tasks.queue(task);
    result.catch((error: unknown) =>
      this.#options.logger.warn(`Review: ${getErrorMessage(error)}`),
    );
    return result;
  }

  dispose(): void {
    this.#timer.dispose();
    this.#turns.dispose();
    this.#options.trees.dispose();
  }

  /** Returns the folders that could not be compared. */
  async #scan(isQuiet = false): Promise<readonly string[]> {
    const startMs = Date.now();
    const started = this.#contents.tick();
    const folders = this.#userFolders.all;
    const failed = await this.#scanner.scan(this.#turns.roots, isQuiet);
    if (failed.length === 0) {
      await this.#files.reconcile(
        path => this.getRunningOrigin(path),
        await this.#contents.findGone(started),
      );
      this.#userFolders.delete(folders);
      this.#contents.forget(started); // Before that, a file may be in a folder that was not scanned yet.
    }
    this.#timer.pause(Date.now() - startMs);
    this.#openTurnsChanged.fire();
    return failed;
  }

  /**
   * Scans at the end of a turn. No scan may follow, so it waits for files and folders that cannot be read at the moment.
   */
  async #scanUntilComplete(): Promise<readonly string[]> {
    const deadlineMs = Date.now() + RETRY_LIMIT_MS;
    for (;;) {
      const isLast = Date.now() >= deadlineMs;
      const failed = await this.#scan(!isLast);
      if (!this.#scanner.hasPendingRetries && (failed.length === 0 || isLast)) {
        return failed;
      }
      await sleep(RETRY_MS);
    }
  }

  /** A file that was moved since the previous baseline takes along what is pending in it. */
  async #resetBaseline(roots: readonly string[]): Promise<void> {
    if (this.#movedFiles.isAnyMissing) {
      await this.#followMoved(await this.#scanner.resetBaselineFindingFiles(roots));
    } else {
      await this.#scanner.resetBaseline(roots);
    }
  }

  /** Reconciles each reported path once: a large file is reported many times while it is saved. */
  async #reconcileReported(): Promise<void> {
    const paths = [...this.#reportedPaths];
    this.#reportedPaths.clear();
    this.#reconciling = undefined;
    for (let at = 0; at < paths.length; at += BATCH_SIZE) {
      await this.#files.run(paths.slice(at, at + BATCH_SIZE), path =>
        this.#turns.isTracking
          ? this.#reconciler.reconcileIfVisible(path, this.getRunningOrigin(path))
          : this.#files.reconcileAsUserBelow(path),
      );
      await setImmediate(); // Most paths are of no interest, but there may be thousands.
    }
    if (!this.#turns.isTracking) {
      await this.#followMoved(paths);
    }
  }

  /** While no agent is running, a file that has moved takes along what is pending in it. */
  async #followMoved(paths: readonly string[]): Promise<void> {
    const moved = await this.#movedFiles.follow(
      paths.filter(path => !this.#options.model.getFile(path)),
    );
    await this.#files.reconcileAsUser(moved);
  }

  /** While no agent is running, every change to files under review is the user's. */
  async #reconcileAsUser(): Promise<void> {
    await this.#files.reconcileAsUser();
    this.#contents.forget(Infinity);
    this.#userFolders.delete(this.#userFolders.all);
  }

  /** The turn that a change on disk belongs to, unless the user made it in the editor. */
  getRunningOrigin(path: string): Origin | undefined {
    const turns = this.#turns.turnsAt(path);
    const isByAgent = turns.length > 0 && !this.#userFolders.isByUser(path);
    return isByAgent ? this.#options.originOf(path, turns) : undefined;
  }

  #runExclusively(path: string, task: () => Promise<unknown>): Promise<void> {
    return this.runExclusive(() => this.#files.run([path], task));
  }
}
