import { toolScript } from './paths.ts';
import { runNode } from './processes.ts';
import type { Steps } from './steps.ts';
import { runVitest } from './vitest.ts';

/** What must hold for the source as it stands: types, lint, format. */
export async function checkSource(steps: Steps): Promise<void> {
  await Promise.all([
    steps.run('types', checkTypes),
    steps.run('lint', () => tool('oxlint', ['--type-aware', '--deny-warnings'])),
    steps.run('format', () => tool('oxfmt', ['--check'])),
  ]);
}

/** The unit tests that start no programs, and so take seconds: those of core, of the chat view and of the manifest. */
export const quickTests = ['core/', 'vscode/', 'webview/', 'manifest', 'protocolDoc'].map(
  part => `test/unit/${part}`,
);

/** The unit tests, in plain Node. */
export async function runUnitTests(
  steps: Steps,
  filter: readonly string[] = ['test/unit/'],
): Promise<void> {
  await steps.run('unit tests', note =>
    runVitest({ config: 'test/vitest.config.ts', filter, show: 'failures' }, note),
  );
}

/** Floods, crashes and bad input against the agent layer: they take their time, so the quick loop goes without. */
export async function runFaultTests(steps: Steps): Promise<void> {
  await steps.run('fault tests', note =>
    runVitest(
      { config: 'test/vitest.config.ts', filter: ['test/faults/'], show: 'failures' },
      note,
    ),
  );
}

/** The three projects of docs/HOUSE.md: Node, core, chat view. */
async function checkTypes(): Promise<void> {
  const projects = ['.', 'src/core', 'src/webview'];
  await Promise.all(projects.map(project => tool('typescript', ['-p', project], 'tsc')));
}

async function tool(packageName: string, args: readonly string[], name?: string): Promise<void> {
  await runNode([toolScript(packageName, name), ...args]);
}
