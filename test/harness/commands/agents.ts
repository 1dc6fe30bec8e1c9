/**
 * `npm run test:agents [-- filter]`: real agents from the npm registry on a scripted model. They are kept in the user's
 * cache folder. With `--record` what is seen goes into docs/AGENTS.md and test/fixtures/agents.
 */
import { writeTable } from '../../agents/agentsDoc.ts';
import { writeFixtures } from '../../agents/writeFixtures.ts';
import { runAgentTests, runAgentWindows } from '../agentTests.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';
import { checkForLeftoverProcesses } from '../processes/leftoverProcesses.ts';
import { downloadVSCodeAndBrowser } from '../windowTests.ts';

const args = process.argv.slice(2).filter(Boolean);
const isRecording = args.includes('--record');

beginRun();
if (isRecording) {
  process.env['ACCORD_RECORD'] = '1';
}
const steps = new Steps();
const filter = args.filter(arg => arg !== '--record');
/** A filter such as `runs/claude` or `windows/claude` leaves the other kind out. */
const wants = (folder: string): boolean =>
  filter.length === 0 || filter.some(part => !part.includes('/') || part.startsWith(folder));
if (wants('runs/')) {
  await runAgentTests(steps, filter);
}
if (wants('windows/') && (await downloadVSCodeAndBrowser(steps))) {
  await runAgentWindows(steps, filter);
}
if (isRecording) {
  await steps.run('docs/AGENTS.md', writeTable);
  await steps.run('fixtures', writeFixtures);
}
await steps.run('nothing left behind', checkForLeftoverProcesses);
steps.finish();
