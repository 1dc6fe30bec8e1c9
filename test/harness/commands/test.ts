/**
 * `npm test`: everything that must pass before a change lands.
 * `npm test -- unit|process|host|page|e2e [filter]` runs one kind of test, and of those the ones that match.
 */
import { checkSource, runFaultTests, runProcessTests, runUnitTests } from '../sourceChecks.ts';
import { quickestAgents, runAgentTests } from '../agentTests.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';
import { checkForLeftoverProcesses } from '../processes/leftoverProcesses.ts';
import {
  downloadVSCodeAndBrowser,
  runPackaging,
  runE2eTests,
  runHostTests,
  runPageTests,
} from '../windowTests.ts';

const [kind = 'all', ...filter] = process.argv.slice(2).filter(Boolean);

beginRun();
const steps = new Steps();
switch (kind) {
  case 'all':
    await everything();
    break;
  case 'unit':
    await runUnitTests(steps, filter.length > 0 ? filter : undefined);
    break;
  case 'process':
    await runProcessTests(steps, filter.length > 0 ? filter : undefined);
    break;
  case 'host':
    await runHostTests(steps, filter);
    break;
  case 'page':
    if (await runPackaging(steps)) {
      await runPageTests(steps, filter);
    }
    break;
  case 'e2e':
    if (await runPackaging(steps)) {
      await runE2eTests(steps, filter);
    }
    break;
  default:
    await steps.run(kind, () =>
      Promise.reject(
        new Error(`There is no kind of test "${kind}". There are: unit, process, host, page, e2e.`),
      ),
    );
}
await steps.run('nothing left behind', checkForLeftoverProcesses);
steps.finish();

/**
 * Runs two rows of steps in parallel: those with windows, which mostly wait, and those without, which use the processor. Host
 * tests have no second try, so process tests wait for them: beside these, VS Code took more than 15 s to show a diff. Page
 * tests come last, because packaging replaces the bundles that the host tests use.
 */
async function everything(): Promise<void> {
  const isPackaged = inExtensionHost();
  const windows = isPackaged.then(isReady => (isReady ? runE2eTests(steps) : undefined));
  await checkSource(steps);
  await runUnitTests(steps);
  const isReady = await isPackaged;
  await withPrograms();
  if (isReady) {
    await runPageTests(steps);
  }
  await windows;
}

/** The tests inside VS Code, and then the package for those in a window. Returns whether there is one. */
async function inExtensionHost(): Promise<boolean> {
  if (!(await downloadVSCodeAndBrowser(steps))) {
    return false;
  }
  await runHostTests(steps);
  return runPackaging(steps);
}

/** The tests without windows that start programs. */
async function withPrograms(): Promise<void> {
  await runProcessTests(steps);
  await runFaultTests(steps);
  await runAgentTests(steps, quickestAgents);
}
