import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentEnvironment } from '../../../../src/agent/process/agentEnvironment.ts';
import { LoginEnvironment } from '../../../../src/agent/process/loginEnvironment.ts';
import { alive } from './processTree.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { sharedTemporaryFolder } from '../../../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** A shell with this profile; it then runs the given command, as shells do. */
async function shellWith(profile: string): Promise<string> {
  const path = join(folder, `shell-${Math.abs(hash(profile))}`);
  await writeFile(path, `#!/bin/sh\n${profile}\nwhile [ $# -gt 1 ]; do shift; done\neval "$1"\n`);
  await chmod(path, 0o755);
  return path;
}

const hash = (text: string): number =>
  text.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

describe.skipIf(process.platform === 'win32')('LoginEnvironment', () => {
  it('returns what the profile sets', async () => {
    const shell = await shellWith('export PATH="/opt/tools:$PATH" TOOL="a b\nc"');
    const { variables, warning } = await new LoginEnvironment({ shell }).read();
    expect(variables['PATH']).toMatch(/^\/opt\/tools:/);
    expect(variables['TOOL']).toBe('a b\nc');
    expect(warning).toBeUndefined();
  });

  it('works with a real shell', async () => {
    const environment = { ...process.env, HOME: folder };
    const { variables, warning } = await new LoginEnvironment({
      shell: '/bin/sh',
      environment,
    }).read();
    expect(warning).toBeUndefined();
    expect(variables['HOME']).toBe(folder);
  });

  it('does not run in the folder of VS Code, which may be the workspace', async () => {
    const shell = await shellWith('export STARTED_IN="$(pwd)"');
    const { variables } = await new LoginEnvironment({ shell }).read();
    expect(variables['STARTED_IN']).toBe('/');
  });

  it('is not confused by output of the profile', async () => {
    const shell = await shellWith(
      'yes "welcome {\\"A\\":1}" | head -n 100000; printf "no newline"; export A=b',
    );
    const { variables } = await new LoginEnvironment({ shell }).read();
    expect(variables['A']).toBe('b');
  });

  it('does not wait for background processes of the profile', async () => {
    const shell = await shellWith('sleep 1000 & echo $! > "$PIDFILE"; export A=b');
    const environment = { ...process.env, PIDFILE: join(folder, 'background') };
    const { variables } = await new LoginEnvironment({ shell, environment }).read();
    expect(variables['A']).toBe('b');
    process.kill(Number(await readFile(environment.PIDFILE, 'utf8')));
  });

  it('returns the environment of VS Code, and a warning, when the profile takes too long', async () => {
    const shell = await shellWith('sleep 1000');
    const environment = { PATH: process.env['PATH'], A: 'b' };
    const login = new LoginEnvironment({ shell, environment, timeoutMs: 100 });
    expect(await login.read()).toEqual({
      variables: environment,
      warning: `The environment of ${shell} could not be read (it took more than 0.1 s). Agents get the environment of VS Code.`,
    });
  });

  it('lets a shell remove its lock file before it is killed', async () => {
    const lock = join(folder, 'lock');
    const shell = await shellWith(
      `trap 'rm -f "${lock}"; exit' HUP; : > "${lock}"; sleep 60 & wait`,
    );
    const { warning } = await new LoginEnvironment({ shell, timeoutMs: 1_000 }).read();
    expect(warning).toBeDefined();
    await waitUntil(() => !existsSync(lock));
  });

  it('returns the environment of VS Code when the shell fails or is missing', async () => {
    const failing = await shellWith('exit 1');
    const environment = { A: 'b' };
    for (const shell of [failing, '/no/such/shell']) {
      const { variables, warning } = await new LoginEnvironment({
        shell,
        environment,
      }).read();
      expect(variables).toEqual(environment);
      expect(warning).toContain(shell);
    }
  });

  it('reads the environment once', async () => {
    const counter = join(folder, 'count');
    const shell = await shellWith(`echo x >> '${counter}'`);
    const login = new LoginEnvironment({ shell });
    await Promise.all([login.read(), login.read()]);
    await login.read();
    expect(await readFile(counter, 'utf8')).toBe('x\n');
  });

  it('runs the shell again the next time after it has failed', async () => {
    const marker = join(folder, 'failed-once');
    const shell = await shellWith(
      `[ -e '${marker}' ] || { touch '${marker}'; exit 1; }; export A=b`,
    );
    const login = new LoginEnvironment({ shell });
    expect((await login.read()).warning).toBeDefined();
    expect((await login.refresh()).variables['A']).toBe('b');
    expect((await login.read()).variables['A']).toBe('b');
  });

  it('kills a shell that does not end after its response', async () => {
    const pidFile = join(folder, 'lingering');
    const shell = await shellWith(`echo $$ > '${pidFile}'; trap 'sleep 1000' EXIT; export A=b`);
    const { variables } = await new LoginEnvironment({ shell, lingerMs: 50 }).read();
    expect(variables['A']).toBe('b');
    const pid = Number(await readFile(pidFile, 'utf8'));
    await expect.poll(() => alive([pid]), { timeout: 15_000 }).toEqual([]);
  });

  it('removes the variables of VS Code, and keeps those of the user', async () => {
    const shell = await shellWith('export OWN=1');
    const environment = {
      ...process.env,
      VSCODE_PID: '1',
      VSCODE_IPC_HOOK_CLI: '/run/x',
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      NODE_OPTIONS: '--require /host/only.js',
      ACCORD_SPAWN: 'another',
      PWD: '/elsewhere',
      GTK_PATH: '/snap/x',
      GTK_PATH_VSCODE_SNAP_ORIG: '/usr/gtk',
      ANTHROPIC_API_KEY: 'mine',
      SSH_AUTH_SOCK: '/run/agent',
      GIT_ASKPASS: '/usr/share/code/resources/app/extensions/git/dist/askpass.sh',
      SSH_ASKPASS: '/usr/lib/ssh/my-askpass',
    };
    const { variables } = await new LoginEnvironment({ shell, environment }).read();
    expect(Object.keys(variables).filter(name => /VSCODE|ELECTRON/.test(name))).toEqual([]);
    expect(variables).not.toHaveProperty('NODE_OPTIONS');
    expect(variables).not.toHaveProperty('ACCORD_SPAWN');
    expect(variables).not.toHaveProperty('PWD');
    expect(variables).not.toHaveProperty('GIT_ASKPASS');
    expect(variables).toMatchObject({
      OWN: '1',
      GTK_PATH: '/usr/gtk',
      ANTHROPIC_API_KEY: 'mine',
      SSH_AUTH_SOCK: '/run/agent',
      SSH_ASKPASS: '/usr/lib/ssh/my-askpass',
    });
  });

  it('keeps the NODE_OPTIONS that the profile itself sets', async () => {
    const shell = await shellWith('export NODE_OPTIONS=--max-old-space-size=4096');
    const { variables } = await new LoginEnvironment({ shell }).read();
    expect(variables['NODE_OPTIONS']).toBe('--max-old-space-size=4096');
  });

  it('runs no shell on Windows', async () => {
    const login = new LoginEnvironment({ platform: 'win32', environment: { Path: 'C:\\x' } });
    expect(await login.read()).toEqual({ variables: { Path: 'C:\\x' } });
  });
});

describe('agentEnvironment', () => {
  it('overrides the user’s variables by those of the launch configuration, and both by ours', () => {
    const base = { PATH: '/bin', A: 'user' };
    const extra = { A: 'recipe', ACCORD_SPAWN: 'forged' };
    const made = agentEnvironment({ base, extra, marker: 'm', noBrowser: true, platform: 'linux' });
    expect(made).toEqual({ PATH: '/bin', A: 'recipe', ACCORD_SPAWN: 'm', NO_BROWSER: '1' });
  });

  it('treats Path and PATH as one variable on Windows', () => {
    const made = agentEnvironment({
      base: { Path: 'C:\\a', X: '1' },
      extra: { PATH: 'C:\\b' },
      platform: 'win32',
    });
    expect(made).toEqual({ PATH: 'C:\\b', X: '1', NoDefaultCurrentDirectoryInExePath: '1' });
  });
});
