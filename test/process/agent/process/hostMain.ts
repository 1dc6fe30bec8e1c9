import { LoginEnvironment } from '../../../../src/agent/process/loginEnvironment.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { Watchdog } from '../../../../src/agent/process/watchdog.ts';

/** Plays the extension host: starts the agent that its arguments name, or a login shell, and stays. */
const [watchdogScript = '', command = '', ...args] = process.argv.slice(2);

const watchdog = (): Watchdog => new Watchdog(watchdogScript);

async function main(): Promise<void> {
  if (command === 'login') {
    await new LoginEnvironment({ shell: args[0] ?? '', watchdog }).read();
    return;
  }
  const agent = await startAgent(
    { name: 'Watched', command, args, env: {} },
    {
      environment: { PATH: process.env['PATH'] ?? '' },
      cwd: process.cwd(),
      watchdog: watchdog(),
    },
  );
  agent.stdout.pipe(process.stdout);
}

void main();
