import { browserLaunch } from './browser/browserLaunch.ts';
import { buildExtension, packageExtension } from './packageExtension.ts';
import type { HostResult } from './vscode/hostResults.ts';
import { runHostSuite } from './vscode/hostSuite.ts';
import type { TestCounts, PrintLine, Steps } from './steps.ts';
import { assertTestsRan, runVitest } from './runVitest.ts';
import { vscodeFolder } from './vscode/vscodeFolder.ts';

/** Makes VS Code and a browser available, from the cache or the npm registry. */
export async function downloadVSCodeAndBrowser(steps: Steps): Promise<boolean> {
  const got = await Promise.all([
    steps.run('VS Code', async () => void (await vscodeFolder())),
    steps.run('browser', async () => void (await browserLaunch())),
  ]);
  return got.every(Boolean);
}

/** Builds the extension and runs test/host inside VS Code's extension host. */
export async function runHostTests(steps: Steps, filter: readonly string[] = []): Promise<void> {
  if (await steps.run('build', buildExtension)) {
    const title = filter.join(' ');
    await steps.run('host tests', async note => {
      const counts = await countResults(note, onResult => runHostSuite(title, onResult));
      assertTestsRan(counts, `title matches "${title}"`);
      return counts;
    });
  }
}

/** Packages the extension, which e2e tests install and page tests open. */
export const runPackaging = (steps: Steps): Promise<boolean> =>
  steps.run('package', packageAndPrintSize);

/** Drives the installed VSIX as a user would. */
export async function runE2eTests(steps: Steps, filter: readonly string[] = []): Promise<void> {
  await steps.run('e2e tests', note =>
    runVitest({ config: 'test/vitest.e2e.config.ts', filter, show: 'each' }, note),
  );
}

/** Opens the packaged chat view alone in a browser. */
export async function runPageTests(steps: Steps, filter: readonly string[] = []): Promise<void> {
  await steps.run('page tests', note =>
    runVitest({ config: 'test/vitest.page.config.ts', filter, show: 'failures' }, note),
  );
}

/** Creates the VSIX and prints its size. */
export async function packageAndPrintSize(note: PrintLine): Promise<void> {
  const sizeBytes = await packageExtension();
  note(`${(sizeBytes / 1024).toFixed(0)} KB`);
}

/** Prints and counts the results of a host suite. */
export async function countResults(
  note: PrintLine,
  suite: (onResult: (result: HostResult) => void) => Promise<void>,
): Promise<TestCounts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  await suite(result => {
    counts[result.kind] += 1;
    note(resultLine(result));
  });
  return counts;
}

function resultLine(result: HostResult): string {
  switch (result.kind) {
    case 'passed':
      return `✓ ${result.title} (${result.durationMs} ms)`;
    case 'failed':
      return `✗ ${result.title}\n${result.error}`;
    case 'skipped':
      return `- ${result.title}`;
  }
}
