import type { PrintLine, TestCounts } from '../../harness/steps.ts';
import { randomScript } from '../script/randomScript.ts';
import { describeScript } from '../script/script.ts';
import { shrinkScript } from '../script/shrinkScript.ts';
import { playInModel } from './playInModel.ts';

export interface ModelRunOptions {
  readonly deadlineMs: number;
  readonly runs: number;
  readonly seed: number;
  readonly note: PrintLine;
}

const SHRINK_MS = 10_000;
/** How many failures are printed and made smaller. */
const FAILURES = 5;

/** Plays random scripts in the model until the time is over. */
export async function playRandomScriptsInModel(options: ModelRunOptions): Promise<TestCounts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (let run = 0; run < options.runs && performance.now() < options.deadlineMs; run += 1) {
    const script = randomScript(options.seed + run);
    const failure = playInModel(script);
    counts[failure === undefined ? 'passed' : 'failed'] += 1;
    if (failure !== undefined && counts.failed <= FAILURES) {
      const smallest = await shrinkScript(
        script,
        candidate => Promise.resolve(playInModel(candidate) !== undefined),
        SHRINK_MS,
      );
      options.note(`seed ${options.seed + run}\n${describeScript(smallest)}`);
      options.note(`fails ${playInModel(smallest) ?? ''}`);
    }
  }
  options.note(`${counts.passed + counts.failed} runs`);
  return counts;
}
