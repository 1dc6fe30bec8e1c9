import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  at,
  changed,
  clear,
  eventually,
  hunkCount,
  root,
  ten,
  textOf,
} from './reviewDriver.ts';

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: root() })).stdout;

/** The numbers of hunks of the files, in order. */
const counts = (...names: string[]): Promise<readonly number[]> =>
  Promise.all(names.map(name => hunkCount(name).catch(() => 0)));

describe('pending changes that git or other programs move', () => {
  let head: string;

  beforeEach(async () => {
    head = (await git('rev-parse', 'HEAD')).trim();
    await writeFile(at('ten.txt'), ten);
    await git('add', 'ten.txt');
    await git('commit', '-qm', 'ten');
  });
  afterEach(async () => {
    await clear();
    await git('reset', '-q', '--hard', head);
    await git('clean', '-fdq');
  });

  it('return with git stash pop, with files that the agent created', async () => {
    await agentDoes(step.writeFile('ten.txt', changed), step.writeFile('made.txt', 'new\n'));
    await eventually(() => counts('ten.txt', 'made.txt'), [2, 1]);
    await git('stash', '-u');
    await eventually(() => counts('ten.txt', 'made.txt'), [0, 0]);
    await git('stash', 'pop');
    await eventually(() => counts('ten.txt', 'made.txt'), [2, 1]);
    await new Promise(resolve => setTimeout(resolve, 2_000)); // The git extension reports the stash with a delay.
    assert.deepEqual(await counts('ten.txt', 'made.txt'), [2, 1]);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.equal(await textOf('ten.txt'), ten);
    await assert.rejects(textOf('made.txt'));
  });

  it('are titled with the folders of a file if only these differ', async () => {
    await agentDoes(step.shell('mkdir folder && mv ten.txt folder/ten.txt'));
    const uri = vscode.Uri.file(at('folder/ten.txt'));
    await vscode.commands.executeCommand('accord.openDiff', uri);
    await eventually(
      async () => vscode.window.tabGroups.activeTabGroup.activeTab?.label,
      'ten.txt → folder/ten.txt (renamed by agent)',
    );
  });

  it('are accepted with the commit of a deletion that follows the commit of the file', async () => {
    await agentDoes(step.shell("rm ten.txt; sed -i 's/cents/CENTS/' src/money.ts")); // The git extension does not know of the commit yet.
    assert.notEqual(await hunkCount('src/money.ts'), 0);
    await git('commit', '-qam', 'no ten');
    await eventually(() => counts('src/money.ts'), [0]);
    await new Promise(resolve => setTimeout(resolve, 200)); // The other file is compared right after.
    await vscode.commands.executeCommand('accord.rejectAll');
    await assert.rejects(textOf('ten.txt'));
  });

  it('follow a file that is renamed with git mv', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => counts('ten.txt'), [2]);
    await git('mv', 'ten.txt', 'moved.txt');
    await eventually(() => counts('moved.txt'), [2]);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.equal(await textOf('moved.txt'), ten);
    await assert.rejects(textOf('ten.txt'));
  });

  it('return with a file that is moved away and back, or deleted and written again', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => counts('ten.txt'), [2]);
    await rename(at('ten.txt'), `${root()}.away`);
    await eventually(() => counts('ten.txt'), [0]);
    await rename(`${root()}.away`, at('ten.txt'));
    await eventually(() => counts('ten.txt'), [2]);
    await rm(at('ten.txt'));
    await writeFile(at('ten.txt'), changed);
    await eventually(() => counts('ten.txt'), [2]);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.equal(await textOf('ten.txt'), ten);
  });
});
