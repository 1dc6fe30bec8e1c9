import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inProject, toolScript } from './paths.ts';
import { startProgram } from './processes/processes.ts';
import type { TestCounts, PrintLine } from './steps.ts';

/** Which tests to run, and what to print. */
export interface VitestRun {
  /** The configuration file, from the project's folder. */
  readonly config: string;
  /** Runs only test files whose path contains one of these. */
  readonly filter: readonly string[];
  /** Prints each test as it ends, or the whole output after a failure. */
  readonly show: 'each' | 'failures';
  /** Runs the files of a worker in one process, which is faster. The tests must not leave anything behind in it. */
  readonly sharesProcess?: boolean;
  /** Allows that the filter matches no file. */
  readonly mayBeNone?: boolean;
}

/** Runs Vitest and counts the results. */
export async function runVitest(run: VitestRun, note: PrintLine): Promise<TestCounts> {
  const report = reportOf(run.config);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const live = run.show === 'each';
  const program = startProgram(
    process.execPath,
    [
      toolScript('vitest'),
      'run',
      `--config=${inProject(run.config)}`,
      '--passWithNoTests',
      `--reporter=${live ? 'verbose' : 'dot'}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(run.sharesProcess ? ['--no-isolate'] : []),
      ...run.filter,
    ],
    live ? { onLine: note } : {},
  );
  const code = await program.ended;
  if (code !== 0 && !live) {
    note(program.output());
  }
  const counts = countsIn(await readFile(report, 'utf8'), code);
  if (run.mayBeNone !== true) {
    assertTestsRan(counts, `path contains "${run.filter.join('" or "')}"`);
  }
  return counts;
}

const reportOf = (config: string): string =>
  inProject('out', 'reports', `${path.basename(config, '.ts')}.json`);

/** The result of one test. */
export interface VitestOutcome {
  /** From the project's folder. */
  readonly file: string;
  /** With the titles of the groups around it. */
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

/** The results of the last run with a configuration. */
export async function readOutcomes(config: string): Promise<readonly VitestOutcome[]> {
  const { testResults } = JSON.parse(await readFile(reportOf(config), 'utf8')) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
    }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: path.relative(inProject(), name).replaceAll(path.sep, '/'),
      title: fullName,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );
}

/** Fails if no test ran: a filter that matches nothing must not look like success. */
export function assertTestsRan({ passed, failed, skipped }: TestCounts, what: string): void {
  if (passed + failed + skipped === 0) {
    throw new Error(`There is no test whose ${what}.`);
  }
}

/** Vitest can fail without a failed test, for example if a file cannot be loaded; this counts as one failure. */
function countsIn(report: string, code: number): TestCounts {
  const json = JSON.parse(report) as Readonly<Record<string, number>>;
  const failed = json['numFailedTests'] ?? 0;
  return {
    passed: json['numPassedTests'] ?? 0,
    failed: code !== 0 ? Math.max(1, failed) : failed,
    skipped: (json['numPendingTests'] ?? 0) + (json['numTodoTests'] ?? 0),
  };
}
