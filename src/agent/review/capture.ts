import { messageOf } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Origin } from '../../core/review/hunk.ts';
import type { Log, Turn, Turns } from '../ports.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { FileSettler, type SettlerParts } from './fileSettler.ts';
import type { WorkTrees } from './workTrees.ts';

/** What capturing needs. */
export interface CaptureParts extends SettlerParts {
  /** Which of the running turns a change belongs to. */
  originOf(path: string, running: readonly Turn[]): Origin | undefined;
}

/** Turns that run, and where their folders stood: enough to find after a crash what they had changed. */
export interface OpenTurns {
  readonly turns: readonly Turn[];
  readonly snapshots: readonly Snapshot[];
}

/** How long after a change on disk the whole folder is compared, and the longest that this is put off. */
const LOOK_AFTER_MS = 150;
const LOOK_AT_LATEST_MS = 1_000;

/** Finds what agents change, whichever way they do it, and tells the ledger. */
export class Capture implements Turns {
  readonly #parts: CaptureParts;
  readonly #trees: WorkTrees;
  readonly #notes: Log;
  readonly #settler: FileSettler;
  readonly #moved = new Emitter<void>();
  /** Turns began or ended, or the folders were compared: `openTurns` answers something else. */
  readonly onDidMove: Event<void> = this.#moved.event;
  #running: readonly Turn[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;

  constructor(parts: CaptureParts) {
    this.#parts = parts;
    this.#trees = parts.trees;
    this.#notes = parts.notes;
    this.#settler = new FileSettler(parts);
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Gets the folders' snapshots ready, so that the first turn need not wait for it. */
  async warm(roots: readonly string[]): Promise<void> {
    await this.alone(async () => {
      for (const tree of await this.#trees.of(roots)) {
        await this.#around(tree.root, () => tree.mark());
      }
    });
  }

  /** Everything that stands there now is the user's, except what other running turns have just done. */
  async begins(turn: Turn): Promise<void> {
    await this.alone(async () => {
      const isFirst = !this.isRunning;
      await (isFirst ? this.#settleAsUser() : this.#look());
      for (const tree of await this.#trees.of(turn.roots)) {
        if (isFirst || !tree.last) {
          await this.#around(tree.root, () => tree.mark());
        }
      }
      this.#running = [...this.#running, turn];
      this.#moved.fire();
    });
  }

  async ends(turn: Turn): Promise<void> {
    await this.alone(async () => {
      await this.#look();
      this.#running = this.#running.filter(
        other => other.sessionId !== turn.sessionId || other.turn !== turn.turn,
      );
      this.#moved.fire();
    });
  }

  /** Takes up turns that were interrupted: what they had changed on disk is still theirs. */
  async resume({ turns, snapshots }: OpenTurns): Promise<void> {
    await this.alone(async () => {
      for (const tree of await this.#trees.of(turns.flatMap(turn => turn.roots))) {
        tree.resume(snapshots);
      }
      this.#running = turns;
      await this.#look();
      this.#running = [];
      this.#moved.fire();
    });
  }

  /** The turns that run now, for the journal. */
  async openTurns(): Promise<OpenTurns> {
    const trees = await this.#trees.of(this.#running.flatMap(turn => turn.roots));
    return { turns: this.#running, snapshots: trees.flatMap(({ last }) => last ?? []) };
  }

  /** Something changed on disk: known files are looked at now, the whole folder soon. */
  async changed(paths: readonly string[]): Promise<void> {
    this.lookSoon(LOOK_AFTER_MS);
    await this.alone(async () => {
      for (const path of paths) {
        await this.#around(path, () =>
          this.isRunning
            ? this.#settler.known(path, this.#originOf(path))
            : this.#settleIfReviewed(path),
        );
      }
    });
  }

  /** Compares the folders now; settles when the ledger has what stands there. */
  async look(): Promise<void> {
    await this.alone(() => this.#look());
  }

  /** Compares the folders after a pause; at once if a tool call has ended. */
  lookSoon(delayMs = 0): void {
    if (!this.isRunning) {
      return;
    }
    const now = Date.now();
    this.#dueMs = this.#timer ? this.#dueMs : now + LOOK_AT_LATEST_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.alone(() => this.#look());
      },
      Math.min(delayMs, Math.max(0, this.#dueMs - now)),
    );
  }

  /** The agent wrote through us: what stood there is known, ignored file or not. */
  async wrote(path: string, before: string | undefined, origin: Origin): Promise<void> {
    await this.alone(() =>
      this.#around(path, () => this.#settler.settle(path, { origin, hint: before })),
    );
  }

  /** The user saved a file, or did something else to it, in the editor. */
  async saved(path: string): Promise<void> {
    if (this.isRunning || this.#parts.log.file(path)) {
      await this.alone(() => this.#around(path, () => this.#settler.user(path)));
    }
  }

  /** The editor shows what is on disk again, without having saved: an agent may have written there. */
  async reverted(path: string): Promise<void> {
    await this.alone(() =>
      this.#around(path, () => this.#settler.reverted(path, this.#originOf(path))),
    );
  }

  /** Compares files under review with what became of them while nobody looked. */
  async catchUp(): Promise<void> {
    await this.alone(() => this.#settleAsUser());
  }

  /** Runs what changes files and is the user's doing, whoever else is at work. */
  async asUser<T>(task: () => Promise<T>): Promise<T> {
    return this.alone(async () => {
      await this.#look();
      const result = await task();
      await this.#settleAsUser();
      for (const tree of await this.#trees.of(this.#running.flatMap(turn => turn.roots))) {
        await this.#around(tree.root, () => tree.mark());
      }
      return result;
    });
  }

  /** Runs when nothing else reads or writes files for the review. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(task);
    this.#queue = mine.catch((error: unknown) => this.#notes.warn(`Review: ${messageOf(error)}`));
    return mine;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#trees.dispose();
  }

  async #look(): Promise<void> {
    for (const tree of await this.#trees.of(this.#running.flatMap(turn => turn.roots))) {
      await this.#around(tree.root, async () => {
        const started = this.#settler.tick();
        const { changes, now } = await tree.look();
        for (const change of changes) {
          const origin = this.#originOf(change.path);
          await this.#around(change.path, () => this.#settler.change(change, origin));
        }
        tree.seen(now);
        this.#settler.forget(started);
      });
    }
    this.#moved.fire();
  }

  /** While no agent works, whatever happened to files under review was the user's doing. */
  async #settleAsUser(): Promise<void> {
    const files = [...this.#parts.log.state.files.values()].filter(file => !file.proposal);
    for (const { current } of files) {
      await this.#around(current.path, () => this.#settler.user(current.path));
    }
    this.#settler.forget(Infinity);
  }

  async #settleIfReviewed(path: string): Promise<void> {
    if (this.#parts.log.file(path)) {
      await this.#settler.user(path);
    }
  }

  #originOf(path: string): Origin | undefined {
    return this.isRunning ? this.#parts.originOf(path, this.#running) : undefined;
  }

  async #around(what: string, task: () => Promise<void>): Promise<void> {
    await task().catch((error: unknown) =>
      this.#notes.warn(`Review of ${what}: ${messageOf(error)}`),
    );
  }
}
