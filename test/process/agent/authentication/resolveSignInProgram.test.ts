import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resolveSignInProgram } from '../../../../src/agent/authentication/resolveSignInProgram.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  for (const location of ['shell', 'workspace']) {
    await mkdir(join(folder, location));
    await writeFile(join(folder, location, `${location}-cli`), '#!/bin/sh\n', { mode: 0o755 });
  }
});

const order = (command: string) => ({
  agentName: 'Agent',
  command,
  args: ['login'],
  env: { A: 'b' },
  agentEnv: {},
  cwd: folder,
  chosenBy: 'user' as const,
});

const search = () => ({
  environment: { PATH: `${folder}/workspace:${folder}/shell` },
  workspaceRoots: [join(folder, 'workspace')],
});

describe.skipIf(process.platform === 'win32')('resolveSignInProgram', () => {
  it("finds the program in the PATH of the user's login shell and returns its full path", async () => {
    expect(await resolveSignInProgram(order('shell-cli'), search())).toEqual({
      command: join(folder, 'shell', 'shell-cli'),
      args: ['login'],
      env: { PATH: `${folder}/shell:${folder}/workspace`, A: 'b' },
      displayText: `"${folder}/shell/shell-cli" "login"`,
    });
  });

  it('ignores a PATH set by the agent, and shows the variables that the agent sets', async () => {
    const agentEnv = { PATH: `${folder}/workspace`, NODE_OPTIONS: '--require ./x.js' };
    const found = await resolveSignInProgram({ ...order('shell-cli'), agentEnv }, search());
    expect(found).toMatchObject({ command: join(folder, 'shell', 'shell-cli'), env: agentEnv });
    expect(found.displayText).toContain('NODE_OPTIONS="--require ./x.js" ');
  });

  it('does not resolve a bare name in the workspace', async () => {
    await expect(resolveSignInProgram(order('workspace-cli'), search())).rejects.toThrow(
      /Can't start Agent: "workspace-cli" was only found in the workspace/,
    );
  });

  it('reports a program that does not exist', async () => {
    await expect(resolveSignInProgram(order('no-such-cli'), search())).rejects.toThrow(
      /Can't start Agent: command "no-such-cli" not found/,
    );
  });
});
