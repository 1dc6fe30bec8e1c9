/**
 * `npm run test:faults`: everything in the catalog of faults and threats (test/faults/catalog), and docs/SCOREBOARD.md.
 * With `--long` also a million random messages. With `--no-windows` without the tests that need VS Code or a browser,
 * and without the scoreboard.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { allCitations } from '../../faults/catalog/catalog.ts';
import type { FaultResult } from '../../faults/client/oracles.ts';
import { fuzzWire, type FuzzResult } from '../../faults/fuzz/fuzzWire.ts';
import { formatScoreboard, scoreRows, type TestOutcome } from '../../faults/scoreboard.ts';
import { buildExtension } from '../packageExtension.ts';
import { inProject, root, toolScript } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';
import { checkForLeftoverProcesses } from '../processes/leftoverProcesses.ts';
import { runNode } from '../processes/processes.ts';
import { readOutcomes, runVitest } from '../runVitest.ts';
import { Steps } from '../steps.ts';
import { runHostSuite } from '../vscode/hostSuite.ts';
import { countResults, downloadVSCodeAndBrowser, runPackaging } from '../windowTests.ts';

const SCENARIOS = 'test/faults/scenarios.test.ts';
const LONG_ROUNDS = 10;
const ROUND_MESSAGES = 100_000;

const args = process.argv.slice(2);
const report = inProject('out', 'reports', 'scenarios.jsonl');
const outcomes: TestOutcome[] = [];
const fuzz: FuzzResult[] = [];

beginRun();
const steps = new Steps();
rmSync(report, { force: true });
process.env['ACCORD_FAULT_REPORT'] = report;
await runFiles('node tests', 'test/vitest.config.ts', /^test\/(?:unit|process|faults)\//);
if (args.includes('--long')) {
  await steps.run('random messages', fuzzLong);
}
const hasWindows = !args.includes('--no-windows') && (await downloadVSCodeAndBrowser(steps));
if (hasWindows) {
  await runWindows();
}
await steps.run('nothing left behind', checkForLeftoverProcesses);
await steps.run('scoreboard', writeScoreboard);
steps.finish();

/** Runs the cited test files of one kind. */
async function runFiles(title: string, config: string, kind: RegExp): Promise<void> {
  const cited = allCitations.map(({ file }) => file).filter(file => kind.test(file));
  const files = new Set([...cited, ...(kind.test(SCENARIOS) ? [SCENARIOS] : [])]);
  await steps.run(title, async note => {
    const counts = await runVitest({ config, filter: [...files], show: 'failures' }, note);
    outcomes.push(...(await readOutcomes(config)));
    return counts;
  });
}

async function runWindows(): Promise<void> {
  const titles = allCitations.filter(({ file }) => file.startsWith('test/host/'));
  const filter = [...new Set(titles.map(({ title }) => escapeRegExp(title)))].join('|');
  if (await steps.run('build', buildExtension)) {
    await steps.run('host tests', note =>
      countResults(note, onResult =>
        runHostSuite(filter, result => {
          onResult(result);
          outcomes.push({ file: '', title: result.title, status: result.kind });
        }),
      ),
    );
  }
  if (await runPackaging(steps)) {
    await runFiles('page tests', 'test/vitest.page.config.ts', /^test\/page\//);
    await runFiles('e2e tests', 'test/vitest.e2e.config.ts', /^test\/e2e\//);
  }
}

async function fuzzLong(note: (line: string) => void): Promise<void> {
  for (let round = 0; round < LONG_ROUNDS; round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    note(`seed ${seed}`);
    const result = await fuzzWire(seed, ROUND_MESSAGES);
    fuzz.push(result);
    note(`${result.messages} messages, ${result.bytes} bytes, ${result.understood} understood`);
  }
}

async function writeScoreboard(note: (line: string) => void): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  const date = new Date().toISOString().slice(0, 10);
  const run = { date, commit: commit.trim(), outcomes, scenarios: readScenarios(), fuzz };
  const board = inProject(hasWindows ? 'docs' : 'out', 'SCOREBOARD.md');
  await writeFile(board, formatScoreboard(run));
  if (hasWindows) {
    await runNode([toolScript('oxfmt'), board]); // It refuses files that git ignores, such as those in out.
  }
  const failing = scoreRows(run).filter(
    ({ problems, notRun }) => problems.length > 0 || (hasWindows && notRun.length > 0),
  );
  failing.forEach(({ row, problems, notRun }) =>
    note(`${row.id}: ${[...problems, ...notRun.map(text => `not run: ${text}`)].join('; ')}`),
  );
  if (failing.length > 0) {
    throw new Error(`${failing.length} rows do not hold.`);
  }
}

function readScenarios(): readonly FaultResult[] {
  return existsSync(report)
    ? readFileSync(report, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as FaultResult)
    : [];
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
