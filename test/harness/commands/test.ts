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
 * Runs steps that mostly wait in parallel with steps that use the processor: downloads and host tests with the checks,
 * then the window tests, one at a time, with all tests that need no window.
 */
async function everything(): Promise<void> {
  const parts = downloadVSCodeAndBrowser(steps);
  await Promise.all([checks(), inExtensionHost(parts)]);
  const isPackaged = (await parts) && (await runPackaging(steps));
  await Promise.all([isPackaged && runE2eTests(steps), withoutWindows(isPackaged)]);
}

async function withoutWindows(isPackaged: boolean): Promise<void> {
  await runProcessTests(steps);
  await runFaultTests(steps);
  await runAgentTests(steps, quickestAgents);
  if (isPackaged) {
    await runPageTests(steps);
  }
}

async function checks(): Promise<void> {
  await checkSource(steps);
  await runUnitTests(steps);
}

async function inExtensionHost(parts: Promise<boolean>): Promise<void> {
  if (await parts) {
    await runHostTests(steps);
  }
}
