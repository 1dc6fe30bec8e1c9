import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inProject, toolScript } from './paths.ts';
import { startProgram } from './processes.ts';
import type { Counts, Note } from './steps.ts';

/** Which tests to run, and how to tell about them. */
export interface VitestRun {
  /** The configuration file, from the project's folder. */
  readonly config: string;
  /** Only test files whose path contains one of these, if there are any. */
  readonly filter: readonly string[];
  /** Each test as it ends, or the whole output if something failed. */
  readonly show: 'each' | 'failures';
}

/** Runs Vitest and counts. */
export async function runVitest(run: VitestRun, note: Note): Promise<Counts> {
  const report = inProject('out', 'reports', `${path.basename(run.config, '.ts')}.json`);
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
      ...run.filter,
    ],
    live ? { onLine: note } : {},
  );
  const code = await program.ended;
  if (code !== 0 && !live) {
    note(program.output());
  }
  return countsIn(await readFile(report, 'utf8'), code);
}

/** Vitest can fail without a failed test, for example when a file does not load: that counts as one. */
function countsIn(report: string, code: number): Counts {
  const json = JSON.parse(report) as Readonly<Record<string, number>>;
  const failed = json['numFailedTests'] ?? 0;
  return {
    passed: json['numPassedTests'] ?? 0,
    failed: code !== 0 ? Math.max(1, failed) : failed,
    skipped: (json['numPendingTests'] ?? 0) + (json['numTodoTests'] ?? 0),
  };
}
