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

/** What capturing needs. */
export interface ChangeTrackerOptions extends FileReconcilerOptions {
  /** Which of the running turns a change belongs to. */
  originOf(path: string, running: readonly TurnInfo[]): Origin | undefined;
}

/** Turns that run, and where their folders stood: enough to find after a crash what they had changed. */
export interface OpenTurns {
  readonly turns: readonly TurnInfo[];
  readonly snapshots: readonly Snapshot[];
  readonly told: readonly KnownContent[];
}

/** How long after a change on disk the whole folder is compared, and the longest that this is put off. */
const LOOK_AFTER_MS = 75;
const LOOK_AT_LATEST_MS = 1_000;
/** A file that could not be read is tried again this long after. */
const AGAIN_AFTER_MS = 200;
/** So many files that the watcher told of are looked at before others get their turn. */
const LOOKED_AT_ONCE = 50;

/** Finds what agents change, whichever way they do it, and tells the ledger. */
export class ChangeTracker implements TurnParticipant {
  readonly #parts: ChangeTrackerOptions;
  readonly #trees: WorkTrees;
  readonly #notes: Logger;
  readonly #settler: FileReconciler;
  readonly #looks: WorkTreeScanner;
  readonly #moved = new Emitter<void>();
  /** Turns began or ended, or the folders were compared: `openTurns` answers something else. */
  readonly onDidChangeOpenTurns: Event<void> = this.#moved.event;
  /** What the user did something to in the editor since the folders were last compared: of a folder all that is in it. */
  readonly #users = new Set<string>();
  #running: readonly TurnInfo[] = [];
  readonly #tasks = new Sequencer();
  /** What the watcher told of and nobody has looked at yet. */
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

  /** Gets the folders' snapshots ready, so that the first turn need not wait for it. */
  async prepare(roots: readonly string[]): Promise<void> {
    await this.runExclusive(async () => {
      await this.#looks.resetBaseline(roots);
    });
  }

  /** Everything that stands there now is the user's, except what other running turns have just done. */
  async willStart(turn: TurnInfo): Promise<void> {
    await this.runExclusive(async () => {
      await (this.isRunning ? this.#look() : this.#settleAsUser());
      const watched = new Set(this.#running.flatMap(({ roots }) => roots));
      // What it was when an earlier turn ended does not count.
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

  /** Takes up turns that were interrupted: what they had changed on disk is still theirs. */
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

  /** The turns that run now, for the journal. */
  async openTurns(): Promise<OpenTurns> {
    const turns = this.#running;
    const trees = await this.#trees.open(turns.flatMap(turn => turn.roots));
    const snapshots = trees.flatMap(({ baseline: last }) => last ?? []);
    return { turns, snapshots, told: turns.length > 0 ? this.#settler.knownContents : [] };
  }

  /** Something changed on disk: known files are looked at now, the whole folder soon. */
  async handleDiskChange(paths: readonly string[]): Promise<void> {
    this.scheduleScan(paths.length > LOOKED_AT_ONCE ? 0 : LOOK_AFTER_MS);
    paths.forEach(path => this.#heard.add(path));
    await (this.#hearing ??= this.runExclusive(() => this.#settleHeard()));
  }

  /** Compares the folders now; settles when the ledger has what stands there. */
  async scan(): Promise<void> {
    await this.runExclusive(() => this.#look());
  }

  /** Compares the folders after a pause; at once if a tool call has ended. */
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
   * The agent wrote through us. What stood there before is what the user had, ignored file or not; but an agent may have
   * written the same straight to disk first, and then what stood there was its own.
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

  /** The user saved a file, or did something else to it, in the editor. */
  async handleUserSave(path: string): Promise<void> {
    this.#users.add(path);
    this.#settler.setClaimedByUser(path, true); // Whatever looks at it now must not take it for the agent's.
    await this.runExclusive(async () => {
      // Asked when it is its turn: one of an agent's may be about to begin.
      if (this.isRunning || this.#parts.log.getFile(path)) {
        await this.#around(path, () => this.#settler.reconcileAsUser(path));
      }
      this.#settler.setClaimedByUser(path, false);
    });
  }

  /** The editor shows what is on disk again, without having saved: an agent may have written there. */
  async handleRevert(path: string): Promise<void> {
    await this.runExclusive(() =>
      this.#around(path, () => this.#settler.reconcileReverted(path, this.#originOf(path))),
    );
  }

  /** Compares files under review with what became of them while nobody looked. */
  async catchUp(): Promise<void> {
    await this.runExclusive(() => this.#settleAsUser());
  }

  /** Runs what changes files and is the user's doing, whoever else is at work. */
  async runAsUser<T>(task: () => Promise<T>): Promise<T> {
    return this.runExclusive(async () => {
      await this.#look();
      const result = await task();
      await this.#settleAsUser();
      await this.#looks.resetBaseline(this.#roots);
      return result;
    });
  }

  /** Runs when nothing else reads or writes files for the review. */
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
      this.#settler.forget(started); // Before, a file may be in a folder that was not looked at yet.
    }
    this.#moved.fire();
  }

  /** Nobody looks later: what cannot be read at this moment is waited for. */
  async #lookAtLast(): Promise<void> {
    await this.#look();
    while (this.#looks.hasPendingRetries) {
      await sleep(AGAIN_AFTER_MS);
      await this.#look();
    }
  }

  /** A file that is told of again and again, as a big one is while it is saved, is looked at once. */
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
      await setImmediate(); // Most are no business of ours, but there may be thousands.
    }
  }

  /** The ledger may know more than the last look at the folders that was noted: its files are compared one by one. */
  async #settleReviewed(): Promise<void> {
    const files = [...this.#parts.log.state.files.values()].filter(file => !file.proposal);
    const paths = new Set(files.map(({ current }) => current.path));
    await mapWithLimit([...paths], path =>
      this.#around(path, async () => {
        await this.#settler.reconcile(path, { origin: this.#originOf(path) });
      }),
    );
  }

  /** While no agent works, whatever happened to files under review was the user's doing. */
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

  /** The folders in which agents are at work. */
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
