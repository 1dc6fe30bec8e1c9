import { openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { getErrorMessage } from '../../../../src/core/errors.ts';
import { Git } from '../../../../src/agent/git/git.ts';
import { LoginEnvironment } from '../../../../src/agent/process/loginEnvironment.ts';
import type { AgentProcess } from '../../../../src/agent/process/agentProcess.ts';
import { IsolatedGit } from '../../../../src/agent/git/isolatedGit.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { Watchdog } from '../../../../src/agent/process/watchdog.ts';

/**
 * Simulates the extension host: starts the agent that its arguments name, or a login shell, and keeps running. With
 * `full` it has no free file handles, and prints the result.
 */
const [watchdogScript = '', command = '', ...args] = process.argv.slice(2);

const watchdog = (): Watchdog => new Watchdog(watchdogScript);

async function main(): Promise<void> {
  if (command === 'login') {
    await new LoginEnvironment({ shell: args[0] ?? '', watchdog }).read();
    return;
  }
  if (command === 'full') {
    await startWithoutHandles();
    return;
  }
  const agent = await startWatched(command, args);
  agent.stdout.pipe(process.stdout);
}

const startWatched = (program: string, programArgs: readonly string[]): Promise<AgentProcess> =>
  startAgent(
    { name: 'Watched', command: program, args: programArgs, env: {} },
    {
      environment: { PATH: process.env['PATH'] ?? '' },
      cwd: process.cwd(),
      watchdog: watchdog(),
    },
  );

const LOGIN_MS = 200;

async function startWithoutHandles(): Promise<void> {
  console.log('begun'); // Reserves a handle for later output.
  takeAllHandles();
  const login = new LoginEnvironment({ shell: '/bin/sh', timeoutMs: LOGIN_MS, watchdog });
  console.log((await login.read()).warning);
  const git = new Git('git').run({ folder: '/', args: ['status'] });
  console.log(await git.catch(getErrorMessage));
  const snapshot = new IsolatedGit('git', '/').run({ args: ['--version'] });
  console.log(await snapshot.catch(getErrorMessage));
  console.log(await startWatched('cat', []).catch(getErrorMessage));
  await delay(2 * LOGIN_MS); // A process that was started may still fail.
}

function takeAllHandles(): void {
  try {
    for (;;) {
      openSync('/dev/null', 'r');
    }
  } catch {
    // No handles are left.
  }
}

void main();
