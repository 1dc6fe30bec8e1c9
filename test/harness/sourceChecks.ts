import { toolScript } from './paths.ts';
import { runNode } from './processes/processes.ts';
import type { TestCounts, PrintLine, Steps } from './steps.ts';
import { runVitest, type VitestRun } from './runVitest.ts';

/** Checks types, lint rules and formatting. */
export async function checkSource(steps: Steps): Promise<void> {
  await Promise.all([
    steps.run('types', checkTypes),
    steps.run('lint', () => tool('oxlint', ['--type-aware', '--deny-warnings'])),
    steps.run('format', () => tool('oxfmt', ['--check'])),
  ]);
}

/** Runs the unit tests, which start no programs and take seconds. A filter also matches process tests. */
export async function runUnitTests(steps: Steps, filter?: readonly string[]): Promise<void> {
  await steps.run('unit tests', note =>
    filter ? runInNode(filter, note) : runInNode(['test/unit/'], note, { sharesProcess: true }),
  );
}

/** Runs the tests of code that starts programs and writes files: the agent layer, the demo agent, the harness. */
export async function runProcessTests(steps: Steps, filter = ['test/process/']): Promise<void> {
  await steps.run('process tests', note => runInNode(filter, note));
}

/** Tests the agent layer with floods, crashes and invalid input. */
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
