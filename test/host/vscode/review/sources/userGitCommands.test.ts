import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { Step } from '../../../../fakes/scenario.ts';
import { step } from '../../../../fakes/step.ts';
import { agentDoes, at, clear, eventually, hunkCount, root } from '../reviewDriver.ts';
import { createTemporaryFolder, removeFolder } from '../../../../harness/createTemporaryFolder.ts';

const FILE = 'src/money.ts';
/** Git, a shell and VS Code's git extension may be slow. */
const LONG_MS = 120_000;

const git = async (...args: readonly string[]): Promise<string> => {
  const settings = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
  const { stdout } = await promisify(execFile)('git', [...settings, ...args], { cwd: root() });
  return stdout.trim();
};

interface Repository {
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined };
  checkout(branch: string): Promise<void>;
  status(): Promise<void>;
}

async function repository(): Promise<Repository> {
  const extension = vscode.extensions.getExtension<{
    getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
  }>('vscode.git');
  const api = (await extension?.activate())?.getAPI(1);
  await eventually(() => Boolean(api?.getRepository(vscode.Uri.file(root()))), true);
  const found = api?.getRepository(vscode.Uri.file(root()));
  assert.ok(found, 'the git extension does not know the folder');
  return found;
}

/** Plays a turn that changes a file, waits until `user` has done something, and ends. */
async function during(user: () => Promise<unknown>, ...steps: readonly Step[]): Promise<void> {
  const folder = await createTemporaryFolder('git');
  const flag = path.join(folder, 'go on');
  const turn = agentDoes(
    step.writeFile('agent.txt', 'by the agent\n'),
    step.waitForFile(flag),
    ...steps,
  );
  try {
    await eventually(() => hunkCount('agent.txt').catch(() => 0), 1);
    await user();
  } finally {
    await writeFile(flag, ''); // A turn that never ends would affect all later tests.
    await turn;
    await removeFolder(folder);
  }
}

/** Runs a command in a terminal of the user. */
async function userTypes(command: string): Promise<void> {
  const terminal = vscode.window.createTerminal({ name: 'user', shellPath: '/bin/bash' });
  try {
    terminal.show(true);
    await eventually(() => terminal.shellIntegration !== undefined, true);
    const ended = new Promise<void>(resolve => {
      const listening = vscode.window.onDidEndTerminalShellExecution(event => {
        if (event.terminal === terminal) {
          listening.dispose();
          resolve();
        }
      });
    });
    terminal.shellIntegration?.executeCommand(command);
    await ended;
  } finally {
    terminal.dispose();
  }
}

describe('git during a turn', () => {
  let branch: string;
  let committed: string;

  before(async () => {
    branch = await git('rev-parse', '--abbrev-ref', 'HEAD');
    committed = await readFile(at(FILE), 'utf8');
    await git('switch', '-q', '-c', 'other');
    await writeFile(at(FILE), `// On another branch.\n${committed}`);
    await git('commit', '-q', '-a', '-m', 'Other');
    await git('switch', '-q', branch);
  });

  afterEach(async () => {
    await clear();
    await git('checkout', '-q', '-f', branch);
    await rm(at('agent.txt'), { force: true });
  });

  after(() => git('branch', '-q', '-D', 'other'));

  it('attributes a checkout with VS Code to the user', async () => {
    const known = await repository();
    await during(() => known.checkout('other'));
    await eventually(() => hunkCount(FILE), 0);
    assert.match(await readFile(at(FILE), 'utf8'), /On another branch/);
    assert.equal(await hunkCount('agent.txt'), 1);
  }).timeout(LONG_MS);

  it('attributes git stash and git stash pop in a terminal to the user', async () => {
    await repository();
    await writeFile(at(FILE), `// Mine.\n${committed}`);
    await during(async () => {
      await userTypes('git stash');
      await eventually(() => readFile(at(FILE), 'utf8'), committed);
      await eventually(() => hunkCount(FILE), 0);
      await userTypes('git stash pop');
      await eventually(() => readFile(at(FILE), 'utf8'), `// Mine.\n${committed}`);
    });
    await eventually(() => hunkCount(FILE), 0);
    assert.equal(await hunkCount('agent.txt'), 1);
  }).timeout(LONG_MS);

  it('asks the user who moved the branch if there is no evidence, and accepts the changes if it was the user', async () => {
    const known = await repository();
    await vscode.commands.executeCommand('notifications.clearAll');
    await during(async () => {
      await git('switch', '-q', 'other'); // The command is run by a program that neither VS Code nor the agent started.
      await known.status();
      await eventually(() => hunkCount(FILE), 1);
      await eventually(async () => {
        // Presses the first button of the question, 'Mine', as soon as it is shown.
        await vscode.commands.executeCommand('notification.acceptPrimaryAction');
        return hunkCount(FILE);
      }, 0);
    });
    assert.match(await readFile(at(FILE), 'utf8'), /On another branch/);
    assert.equal(await hunkCount('agent.txt'), 1);
  }).timeout(LONG_MS);

  it('attributes a checkout by a command of the agent to the agent', async () => {
    const known = await repository();
    const other = await git('rev-parse', 'other');
    await agentDoes(
      step.toolCall('switch', { kind: 'execute', status: 'in_progress' }),
      step.shell('git switch -q other'),
      step.toolUpdate('switch', { status: 'completed' }),
    );
    await known.status();
    await eventually(() => known.state.HEAD?.commit, other);
    assert.equal(await hunkCount(FILE), 1);
  }).timeout(LONG_MS);
});
