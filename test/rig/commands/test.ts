/**
 * `npm test`: everything that must pass before a change lands.
 * `npm test -- unit|process|host|e2e [filter]` runs one kind of test, and of those the ones that match.
 */
import { checkSource, runFaultTests, runProcessTests, runUnitTests } from '../checks.ts';
import { quickestAgents, runAgentTests } from '../agentTests.ts';
import { beginRun } from '../run.ts';
import { Steps } from '../steps.ts';
import { lookForStrays } from '../strays.ts';
import { getWindowParts, runE2eTests, runHostTests } from '../windowTests.ts';

const [kind = 'all', ...filter] = process.argv.slice(2);

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
  case 'e2e':
    await runE2eTests(steps, filter);
    break;
  default:
    await steps.run(kind, () =>
      Promise.reject(
        new Error(`There is no kind of test "${kind}". There are: unit, process, host, e2e.`),
      ),
    );
}
await steps.run('nothing left behind', lookForStrays);
steps.finish();

/**
 * The downloads run beside the checks. The host tests mostly wait, so they run beside what only reckons. The tests that
 * start programs have both cores to themselves: some of them are about who is quicker.
 */
async function everything(): Promise<void> {
  const parts = getWindowParts(steps);
  await Promise.all([reckoning(), inExtensionHost(parts)]);
  await runProcessTests(steps);
  await runFaultTests(steps);
  await runAgentTests(steps, quickestAgents);
  if (await parts) {
    await runE2eTests(steps);
  }
}

async function reckoning(): Promise<void> {
  await checkSource(steps);
  await runUnitTests(steps);
}

async function inExtensionHost(parts: Promise<boolean>): Promise<void> {
  if (await parts) {
    await runHostTests(steps);
  }
}
