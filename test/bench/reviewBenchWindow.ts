import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { scriptedAgent, type ScriptedAgent } from '../fakes/scriptedAgent.ts';
import type { Step } from '../fakes/scenario.ts';
import { step, turn } from '../fakes/step.ts';
import { openBenchWindow, type BenchWindow } from '../harness/bench/benchWindow.ts';
import { createTemporaryFolder } from '../harness/createTemporaryFolder.ts';
import type { BenchReport } from './benchReport.ts';
import type * as Inside from './review.host.ts';
import type { LongestStall } from './stalls.ts';

/** The limit for one task of the extension host. */
const STALL = { most: 50, unit: 'ms' };
/** The selectors of lenses and of the number of pending files. */
export const LENS = '.codelens-decoration a';
export const STATUS = '.statusbar-item';

/** A real window in which agents play turns. */
export class ReviewBenchWindow {
  readonly window: BenchWindow<typeof Inside>;
  readonly scratch: string;
  #turns = 0;

  private constructor(window: BenchWindow<typeof Inside>, scratch: string) {
    this.window = window;
    this.scratch = scratch;
  }

  static async open(): Promise<ReviewBenchWindow> {
    const window = await openBenchWindow<typeof Inside>('test/bench/review.host.ts');
    const benchWindow = new ReviewBenchWindow(window, await createTemporaryFolder('review'));
    await benchWindow.duringTurn([], async () => {}); // The first turn loads code that later turns reuse.
    return benchWindow;
  }

  at(name: string): string {
    return path.join(this.window.folder, name);
  }

  /** Commits all files of the folder. */
  commit(): void {
    const git = (...args: readonly string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], {
        cwd: this.window.folder,
      });
    git('add', '-A');
    git('commit', '-q', '-m', 'Bench');
  }

  /** Plays a turn in which the agent performs its steps; the turn ends when the task has ended. */
  async duringTurn(
    steps: readonly Step[],
    task: (agent: ScriptedAgent) => Promise<void>,
  ): Promise<void> {
    const over = path.join(this.scratch, `over-${++this.#turns}`);
    const agent = await scriptedAgent(this.scratch, {
      on: [turn(step.note('ready'), ...steps, step.waitForFile(over), step.stop('end_turn'))],
    });
    await this.window.call('beginTurn', `Scripted ${this.#turns}`, agent.launch);
    await agent.waitForNote('ready');
    await task(agent);
    writeFileSync(over, '');
    await this.window.call('turnEnded');
  }

  /** Measures and reports the longest stall of the extension host during a task. */
  async stallOf(what: string, marks: BenchReport, task: () => Promise<void>): Promise<void> {
    await this.window.call('watchStalls');
    await task();
    reportStalls(what, marks, [await this.window.call('longestStall')]);
  }
}

/** Reports the longest stall. Wall time includes the work of other programs, so it is printed without a limit. */
export function reportStalls(
  what: string,
  marks: BenchReport,
  stalls: readonly LongestStall[],
): void {
  const wallMs = Math.max(...stalls.map(one => one.wallMs));
  const workMs = Math.max(...stalls.map(one => one.workMs));
  marks.report(`${what}, in one go (${wallMs.toFixed(0)} ms by the clock)`, workMs, STALL);
}

/** A text of which some lines differ from round to round. */
export function textOf(lineCount: number, hunkCount: number, round: number): string {
  const every = lineCount / hunkCount;
  return Array.from({ length: lineCount }, (_, n) =>
    n % every === 7 && round > 0
      ? `const value${n} = measure(${n}, ${round});\n`
      : `const value${n} = compute(${n});\n`,
  ).join('');
}

/** The 95th percentile, and a description that includes the median. */
export function p95(timesMs: readonly number[]): { readonly ms: number; readonly median: string } {
  const sorted = timesMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
  return { ms: at(0.95), median: `p50 ${at(0.5).toFixed(0)} ms, p95` };
}
