import { sep } from 'node:path';
import type { Disposable } from '../../core/disposableStore.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import type { KnownContent } from './knownContents.ts';

/** Knows the processes that turns have started. */
export interface TurnProcesses {
  /** Records what is running before a turn. */
  begin(turn: TurnInfo): void;
  /** Whether anything that the turn has started is still running. */
  isAnyRunning(turn: TurnInfo): Promise<boolean>;
  end(turn: TurnInfo): void;
}

/** The running turns and the snapshots they started from. After a crash this is enough to find what they changed. */
export interface OpenTurns {
  readonly turns: readonly TurnInfo[];
  readonly snapshots: readonly Snapshot[];
  /** Contents that neither the review model nor the snapshots have. */
  readonly unrecorded: readonly KnownContent[];
  /** Files with edits of the user that are not saved, or of which the saved content is not known yet. */
  readonly unsaved: readonly string[];
}

export interface TrackedTurnsOptions {
  readonly processes?: TurnProcesses | undefined;
  /** Compares the work trees with their baselines. Returns the folders that could not be compared. */
  scan(): Promise<readonly string[]>;
  onDidChange(): void;
}

/** How often we check whether processes are still running, and how long we wait at most after failed comparisons. */
const POLL_MS = process.platform === 'win32' ? 5_000 : 1_000;
const POLL_LIMIT_MS = 60_000;
/** What still runs after this time is a server, and what changes then is not attributed to its turn any more. */
const BACKGROUND_LIMIT_MS = 10 * 60_000;

interface BackgroundTurn {
  readonly turn: TurnInfo;
  readonly endedMs: number;
}

/**
 * The turns that may change files: those that are running, and those that have ended while not everything is known that
 * they did. Processes that they started are still running then, or a folder could not be compared at the end.
 */
export class TrackedTurns implements Disposable {
  readonly #options: TrackedTurnsOptions;
  #running: readonly TurnInfo[] = [];
  #background: readonly BackgroundTurn[] = [];
  #timer: NodeJS.Timeout | undefined;
  #delayMs = POLL_MS;
  #isDisposed = false;

  constructor(options: TrackedTurnsOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Whether any turn may change files. */
  get isTracking(): boolean {
    return this.all.length > 0;
  }

  get all(): readonly TurnInfo[] {
    return [...this.#running, ...this.#background.map(({ turn }) => turn)];
  }

  get roots(): readonly string[] {
    return this.all.flatMap(turn => turn.roots);
  }

  /** The folders among these that no turn may change. */
  withoutTracked(roots: readonly string[]): readonly string[] {
    const tracked = new Set(this.roots);
    return roots.filter(root => !tracked.has(root));
  }

  /** The turns that may change a file. */
  turnsAt(path: string): readonly TurnInfo[] {
    const background = this.#background.map(({ turn }) => turn);
    const isIn = ({ roots }: TurnInfo): boolean => roots.some(root => path.startsWith(root + sep));
    return [...this.#running, ...background.filter(isIn)];
  }

  /** Records what is running before a turn. */
  prepare(turn: TurnInfo): void {
    this.#options.processes?.begin(turn);
  }

  start(...turns: readonly TurnInfo[]): void {
    this.#running = [...this.#running, ...turns];
  }

  async isAnyProcessRunning(turn: TurnInfo): Promise<boolean> {
    return (await this.#options.processes?.isAnyRunning(turn)) ?? false;
  }

  /** Ends a turn. What changes in the given folders still belongs to it. */
  end(turn: TurnInfo, roots: readonly string[] = []): void {
    this.#running = this.#running.filter(
      other => other.sessionId !== turn.sessionId || other.turn !== turn.turn,
    );
    if (roots.length === 0) {
      this.#end(turn);
      return;
    }
    this.#background = [...this.#background, { turn: { ...turn, roots }, endedMs: Date.now() }];
    this.#delayMs = POLL_MS;
    this.#schedule();
  }

  #end(turn: TurnInfo): void {
    this.#options.processes?.end(turn);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isDisposed || this.#background.length === 0) {
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#check().finally(() => this.#schedule());
    }, this.#delayMs);
    this.#timer.unref();
  }

  /** When the processes of a turn have ended, one last comparison finds what they wrote. */
  async #check(): Promise<void> {
    const working = await Promise.all(this.#background.map(one => this.#isWorking(one)));
    const ended = this.#background.filter((_, at) => !working[at]);
    if (ended.length === 0) {
      return;
    }
    const failed = new Set(await this.#options.scan());
    this.#delayMs = failed.size > 0 ? Math.min(this.#delayMs * 2, POLL_LIMIT_MS) : POLL_MS;
    const finished = new Set(ended);
    this.#background = this.#background.flatMap(one =>
      finished.has(one) ? withRoots(one, failed) : [one],
    );
    ended.forEach(({ turn }) => this.#end(turn));
    this.#options.onDidChange();
  }

  async #isWorking({ turn, endedMs }: BackgroundTurn): Promise<boolean> {
    return Date.now() - endedMs < BACKGROUND_LIMIT_MS && (await this.isAnyProcessRunning(turn));
  }
}

/** Only the folders that could not be compared are left of a turn. */
function withRoots(one: BackgroundTurn, failed: ReadonlySet<string>): readonly BackgroundTurn[] {
  const roots = one.turn.roots.filter(root => failed.has(root));
  return roots.length === 0 ? [] : [{ ...one, turn: { ...one.turn, roots } }];
}
