import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { Watchdog } from '../../../../src/agent/process/watchdog.ts';

/** Plays the extension host: starts the agent that its arguments name, tells its pid, and stays. */
const [watchdogScript = '', command = '', ...args] = process.argv.slice(2);

async function main(): Promise<void> {
  const agent = await startAgent(
    { name: 'Watched', command, args, env: {} },
    {
      environment: { PATH: process.env['PATH'] ?? '' },
      cwd: process.cwd(),
      watchdog: new Watchdog(watchdogScript),
    },
  );
  agent.stdout.pipe(process.stdout);
}

void main();
