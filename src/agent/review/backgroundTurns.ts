import { sep } from 'node:path';
import type { Disposable } from '../../core/disposableStore.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';

/** Knows the processes that turns have started. */
export interface TurnProcesses {
  /** Records what is running before a turn. */
  begin(turn: TurnInfo): void;
  /** Whether anything that the turn has started is still running. */
  isAnyRunning(turn: TurnInfo): Promise<boolean>;
  end(turn: TurnInfo): void;
}

export interface BackgroundTurnsOptions {
  readonly processes?: TurnProcesses | undefined;
  /** Compares the work trees with their baselines. Returns the folders that could not be compared. */
  scan(): Promise<readonly string[]>;
  /** Called when the turns have changed. */
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
 * Turns that have ended while not everything is known that they did: processes that they started are still running, or
 * a folder could not be compared at the end.
 */
export class BackgroundTurns implements Disposable {
  readonly #options: BackgroundTurnsOptions;
  #turns: readonly BackgroundTurn[] = [];
  #timer: NodeJS.Timeout | undefined;
  #delayMs = POLL_MS;
  #isDisposed = false;

  constructor(options: BackgroundTurnsOptions) {
    this.#options = options;
  }

  get turns(): readonly TurnInfo[] {
    return this.#turns.map(({ turn }) => turn);
  }

  /** The turns that may change a file. */
  turnsIn(path: string): readonly TurnInfo[] {
    return this.turns.filter(({ roots }) => roots.some(root => path.startsWith(root + sep)));
  }

  begin(turn: TurnInfo): void {
    this.#options.processes?.begin(turn);
  }

  async isAnyRunning(turn: TurnInfo): Promise<boolean> {
    return (await this.#options.processes?.isAnyRunning(turn)) ?? false;
  }

  /** Keeps a turn that has ended. What changes in the given folders still belongs to it. */
  add(turn: TurnInfo): void {
    if (turn.roots.length === 0) {
      this.#end(turn);
      return;
    }
    this.#turns = [...this.#turns, { turn, endedMs: Date.now() }];
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
    if (this.#isDisposed || this.#turns.length === 0) {
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
    const working = await Promise.all(this.#turns.map(one => this.#isWorking(one)));
    const ended = this.#turns.filter((_, at) => !working[at]);
    if (ended.length === 0) {
      return;
    }
    const failed = new Set(await this.#options.scan());
    this.#delayMs = failed.size > 0 ? Math.min(this.#delayMs * 2, POLL_LIMIT_MS) : POLL_MS;
    const finished = new Set(ended);
    this.#turns = this.#turns.flatMap(one => (finished.has(one) ? withRoots(one, failed) : [one]));
    ended.forEach(({ turn }) => this.#end(turn));
    this.#options.onDidChange();
  }

  async #isWorking({ turn, endedMs }: BackgroundTurn): Promise<boolean> {
    return Date.now() - endedMs < BACKGROUND_LIMIT_MS && (await this.isAnyRunning(turn));
  }
}

/** Only the folders that could not be compared are left of a turn. */
function withRoots(one: BackgroundTurn, failed: ReadonlySet<string>): readonly BackgroundTurn[] {
  const roots = one.turn.roots.filter(root => failed.has(root));
  return roots.length === 0 ? [] : [{ ...one, turn: { ...one.turn, roots } }];
}
