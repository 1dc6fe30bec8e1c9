/**
 * `npm run test:audit`: known vulnerabilities of the dependencies. High and critical ones fail. If the registry has no
 * advisories, the command says so and does not fail; that does not mean that there are no vulnerabilities.
 */
import { readAuditReport } from '../audit/auditReport.ts';
import { beginRun } from '../processes/beginRun.ts';
import { startProgram } from '../processes/processes.ts';
import { Steps } from '../steps.ts';

beginRun();
const steps = new Steps();
await steps.run('npm audit', async note => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const audit = startProgram(npm, ['audit', '--json', '--loglevel=silent']);
  await audit.ended;
  const result = readAuditReport(audit.output());
  if (result.kind === 'unavailable') {
    note(`NOT AUDITED: the registry offers no advisories (${result.reason}).`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  note(`${result.high} high or critical, ${result.low} lower`);
  return { passed: 1, failed: result.high, skipped: 0 };
});
steps.finish();
