import { catalog, parseCitation, type Citation } from './catalog/catalog.ts';
import type { CatalogRow } from './catalog/catalogRow.ts';
import type { FaultResult } from './client/oracles.ts';
import type { FuzzResult } from './fuzz/fuzzWire.ts';

/** A test that was run. */
export interface TestOutcome {
  /** Relative to the project; empty if only the title is known. */
  readonly file: string;
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

/** All outcomes of a run. */
export interface FaultRun {
  readonly date: string;
  readonly commit: string;
  readonly outcomes: readonly TestOutcome[];
  readonly scenarios: readonly FaultResult[];
  readonly fuzz: readonly FuzzResult[];
}

/** The result of a row. */
export interface RowScore {
  readonly row: CatalogRow;
  /** The number of its tests and scenarios that ran. */
  readonly count: number;
  readonly problems: readonly string[];
  /** Tests that were not part of the run. */
  readonly notRun: readonly string[];
}

export const scoreRows = (run: FaultRun): readonly RowScore[] =>
  catalog.map(row => {
    const scenarios = run.scenarios.filter(result => result.row === row.id);
    const cited = row.tests.map(text => outcomesOf(parseCitation(text), run.outcomes));
    const failed = cited.flat().filter(({ status }) => status === 'failed');
    return {
      row,
      count: scenarios.length + cited.flat().length,
      problems: [
        ...failed.map(({ title }) => `failed: ${title}`),
        ...scenarios.flatMap(({ input, problems }) => problems.map(text => `${input}: ${text}`)),
      ],
      notRun: row.tests.filter((_, at) => cited[at]?.length === 0),
    };
  });

const outcomesOf = ({ file, title }: Citation, outcomes: readonly TestOutcome[]): TestOutcome[] =>
  outcomes.filter(
    outcome =>
      outcome.status !== 'skipped' &&
      outcome.title.includes(title) &&
      // Outcomes of tests in the extension host have no file.
      (outcome.file === file || (outcome.file === '' && file.startsWith('test/host/'))),
  );

/** The scoreboard as Markdown. */
export function formatScoreboard(run: FaultRun): string {
  const scores = scoreRows(run);
  const holding = scores.filter(
    ({ problems, notRun }) => problems.length === 0 && notRun.length === 0,
  );
  const fuzzed = sum(run.fuzz.map(({ messages }) => messages));
  const ran = run.outcomes.filter(({ status }) => status !== 'skipped');
  const survived =
    ran.filter(({ status }) => status === 'passed').length +
    run.scenarios.filter(({ problems }) => problems.length === 0).length;
  const figures: readonly (readonly [string, string])[] = [
    ['Rows that hold', `${holding.length} of ${scores.length}`],
    [
      'Inputs tried',
      `${number(ran.length + run.scenarios.length)} and ${number(fuzzed)} random messages`,
    ],
    ['Faults survived', `${number(survived)} of ${number(ran.length + run.scenarios.length)}`],
    ['Bytes lost', number(sum(run.scenarios.map(({ bytesLost }) => bytesLost)))],
    ['Escapes', number(sum(run.scenarios.map(({ escapes }) => escapes)))],
    ['Processes left', number(sum(run.scenarios.map(({ processesLeft }) => processesLeft)))],
    [
      'Longest stall',
      `${Math.max(0, ...run.scenarios.map(({ stallMs }) => stallMs)).toFixed(0)} ms`,
    ],
    [
      'Most memory',
      `${Math.max(0, ...run.scenarios.map(({ memoryMb }) => memoryMb)).toFixed(0)} MB`,
    ],
  ];
  return [
    '# Scoreboard',
    '',
    `Written by \`npm run test:faults\` on ${run.date} at commit ${run.commit}.`,
    '',
    'Each row is a fault or a threat, with tests and scenarios for it (`test/faults/catalog`). In a scenario a real agent',
    'process misbehaves towards the whole client. After each one the harness checks that the client was not busy for more',
    'than 250 ms, took less than 200 MB, that another session was answered meanwhile, that the turn has ended with few',
    'messages, that rejecting all changes restores every byte, that the conversation is the same after a reload, that',
    'no process is left, nothing outside the workspace was changed, no secret was shown and no connection was opened.',
    '',
    ...table(['Figure', 'Value'], figures),
    '',
    ...(run.fuzz.length > 0
      ? [`Seeds of the random messages: ${run.fuzz.map(({ seed }) => seed).join(', ')}.`, '']
      : []),
    ...table(
      ['Row', 'Fault or threat', 'Tests', 'Result'],
      scores.map(score => [score.row.id, score.row.what, String(score.count), formatResult(score)]),
    ),
    '',
  ].join('\n');
}

function formatResult({ row, problems, notRun }: RowScore): string {
  if (problems.length > 0) {
    return `**does not hold**: ${problems.join('; ').replaceAll(/[\n|]/g, ' ').slice(0, 200)}`;
  }
  return [
    notRun.length > 0 ? `holds in part; not run: ${notRun.join(', ')}` : 'holds',
    ...(row.limits === undefined ? [] : [row.limits]),
  ].join('; ');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);

const number = (value: number): string => value.toLocaleString('en-US');
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
