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
 * Plays the extension host: starts the agent that its arguments name, or a login shell, and stays. With `full` it has no file
 * handles left, and tells what comes of it.
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
  console.log('begun'); // So that there is a handle for what is told later.
  takeAllHandles();
  const login = new LoginEnvironment({ shell: '/bin/sh', timeoutMs: LOGIN_MS, watchdog });
  console.log((await login.read()).warning);
  const git = new Git('git').run({ folder: '/', args: ['status'] });
  console.log(await git.catch(getErrorMessage));
  const snapshot = new IsolatedGit('git', '/').run({ args: ['--version'] });
  console.log(await snapshot.catch(getErrorMessage));
  console.log(await startWatched('cat', []).catch(getErrorMessage));
  await delay(2 * LOGIN_MS); // What was begun may still fail.
}

function takeAllHandles(): void {
  try {
    for (;;) {
      openSync('/dev/null', 'r');
    }
  } catch {
    // There are none left.
  }
}

void main();
