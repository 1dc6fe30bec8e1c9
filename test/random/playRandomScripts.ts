import { removeFolder } from '../harness/createTemporaryFolder.ts';
import type { PrintLine, TestCounts } from '../harness/steps.ts';
import { playScript } from './run/playScript.ts';
import { LostFileEvents } from './run/scriptRun.ts';
import { fixedScripts, scriptsWithRestart } from './script/fixedScripts.ts';
import { randomScript } from './script/randomScript.ts';
import { describeScript, type Script } from './script/script.ts';
import { shrinkScript } from './script/shrinkScript.ts';
import {
  installExtensions,
  openRandomWindow,
  type InstalledExtensions,
  type RandomWindow,
} from './window/randomWindow.ts';

export interface RandomRunOptions {
  readonly deadlineMs: number;
  readonly runs: number;
  readonly seed: number;
  /** Plays this script instead of random ones. */
  readonly script?: Script | undefined;
  /** Whether failing scripts are made smaller. */
  readonly shrinks: boolean;
  /** How many of the scripts in which the extension host is killed are played, after the random ones. */
  readonly restarts: number;
  /** How many windows play scripts at the same time. */
  readonly windows?: number;
  readonly note: PrintLine;
}

/** A window is replaced after so many runs, and after each failure. */
const RUNS_PER_WINDOW = 80;
const SHRINK_MS = 90_000;
/** How many failures are made smaller. */
const SHRUNK_FAILURES = 12;
/** After how many runs the progress is printed. */
const PROGRESS_RUNS = 20;

/** Plays random scripts until the time is over. */
export async function playRandomScripts(options: RandomRunOptions): Promise<TestCounts> {
  const installed = await installExtensions();
  const progress = new Progress(options.note);
  const scripts = chooseScripts(options);
  const playInWindow = async (): Promise<void> => {
    const player = new Player(installed);
    try {
      for (const [title, script] of scripts) {
        if (performance.now() > options.deadlineMs) {
          break;
        }
        const failure = await player.play(script);
        progress.add(failure === undefined);
        if (failure !== undefined) {
          options.note(`${title} fails ${failure}`);
          await reportSmallest(player, script, options, progress.counts.failed);
        }
      }
    } finally {
      await player.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: options.windows ?? 1 }, playInWindow));
  } finally {
    await removeFolder(installed.extensions);
    await removeFolder(installed.builtIns);
  }
  return progress.counts;
}

/** Counts runs, and prints the counts now and then. */
class Progress {
  readonly counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #note: PrintLine;
  #passedInARow = 0;

  constructor(note: PrintLine) {
    this.#note = note;
  }

  add(hasPassed: boolean): void {
    this.counts[hasPassed ? 'passed' : 'failed'] += 1;
    this.#passedInARow = hasPassed ? this.#passedInARow + 1 : 0;
    const runs = this.counts.passed + this.counts.failed;
    if (runs % PROGRESS_RUNS === 0) {
      this.#note(
        `${runs} runs, ${this.counts.failed} failed, the last ${this.#passedInARow} passed`,
      );
    }
  }
}

function* chooseScripts(options: RandomRunOptions): Generator<readonly [string, Script]> {
  for (let run = 0; run < options.runs; run += 1) {
    const seed = options.seed + run;
    yield [`seed ${seed}`, options.script ?? randomScript(seed)];
  }
  const killed = fixedScripts.flatMap(script => scriptsWithRestart(script, 'kill'));
  for (const [at, script] of killed.slice(0, options.restarts).entries()) {
    yield [`fixed script ${at + 1}`, script];
  }
}

async function reportSmallest(
  player: Player,
  script: Script,
  { shrinks, note }: RandomRunOptions,
  failures: number,
): Promise<void> {
  if (!shrinks || failures > SHRUNK_FAILURES) {
    note(describeScript(script));
    return;
  }
  let last = 'only once';
  const smallest = await shrinkScript(
    script,
    async candidate => {
      const failure = await player.play(candidate);
      last = failure ?? last;
      return failure !== undefined;
    },
    SHRINK_MS,
  );
  note(`${describeScript(smallest)}\nfails ${last}`);
}

/** Plays scripts in windows, one after the other. */
class Player {
  readonly #installed: InstalledExtensions;
  #window: RandomWindow | undefined;
  #runs = 0;

  constructor(installed: InstalledExtensions) {
    this.#installed = installed;
  }

  async play(script: Script): Promise<string | undefined> {
    const window = (this.#window ??= await this.#open());
    this.#runs += 1;
    const failure = await playScript(window, script).catch((error: unknown) =>
      error instanceof LostFileEvents ? error : String(error),
    );
    if (failure instanceof LostFileEvents) {
      await this.close();
      return this.play(script);
    }
    if (failure !== undefined || this.#runs % RUNS_PER_WINDOW === 0) {
      await this.close();
    }
    return failure;
  }

  /** A busy machine may not start VS Code in time. */
  async #open(): Promise<RandomWindow> {
    return openRandomWindow(this.#installed).catch(() => openRandomWindow(this.#installed));
  }

  async close(): Promise<void> {
    await this.#window?.close();
    this.#window = undefined;
  }
}
