import { toolScript } from './paths.ts';
import { runNode } from './processes/processes.ts';
import type { TestCounts, PrintLine, Steps } from './steps.ts';
import { runVitest, type VitestRun } from './runVitest.ts';

/** What must hold for the source as it stands: types, lint, format. */
export async function checkSource(steps: Steps): Promise<void> {
  await Promise.all([
    steps.run('types', checkTypes),
    steps.run('lint', () => tool('oxlint', ['--type-aware', '--deny-warnings'])),
    steps.run('format', () => tool('oxfmt', ['--check'])),
  ]);
}

/** The unit tests, in plain Node: they start no programs, and so take seconds. A filter finds tests of programs too. */
export async function runUnitTests(steps: Steps, filter?: readonly string[]): Promise<void> {
  await steps.run('unit tests', note =>
    filter ? runInNode(filter, note) : runInNode(['test/unit/'], note, { sharesProcess: true }),
  );
}

/** The tests of what starts programs and keeps files: the agent layer, the demo agent, the harness itself. */
export async function runProcessTests(steps: Steps, filter = ['test/process/']): Promise<void> {
  await steps.run('process tests', note => runInNode(filter, note));
}

/** Floods, crashes and bad input against the agent layer. */
export async function runFaultTests(steps: Steps): Promise<void> {
  await steps.run('fault tests', note => runInNode(['test/faults/'], note));
}

const runInNode = (
  filter: readonly string[],
  note: PrintLine,
  more: Pick<VitestRun, 'sharesProcess'> = {},
): Promise<TestCounts> =>
  runVitest({ config: 'test/vitest.config.ts', filter, show: 'failures', ...more }, note);

/** The TypeScript projects: Node, core, chat view, page tests. */
async function checkTypes(): Promise<void> {
  const projects = ['.', 'src/core', 'src/webview', 'test/page'];
  await Promise.all(projects.map(project => tool('typescript', ['-p', project], 'tsc')));
}

async function tool(packageName: string, args: readonly string[], name?: string): Promise<void> {
  await runNode([toolScript(packageName, name), ...args]);
}
