import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  agentsDo,
  at,
  changed,
  clear,
  click,
  eventually,
  hunkCount,
  lenses,
  root,
  ten,
  textOf,
  tree,
  uri,
} from './reviewDriver.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: root() })).stdout;

/** A tool call that names a file. */
const touching = (id: string, name: string) =>
  step.toolCall(id, {
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path: `\${cwd}/${name}` }],
  });

const rejectSession = (id: string): Thenable<void> =>
  vscode.commands.executeCommand('accord.rejectAll', { id });

describe('review of several turns', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await git('clean', '-fdq');
    await git('checkout', '-q', '.');
  });

  it('keeps pending hunks of an earlier turn apart from new ones', async () => {
    const first = await agentDoes(step.writeFile('ten.txt', ten.replace('line 2', 'FIRST')));
    await eventually(() => hunkCount('ten.txt'), 1);
    const second = await agentDoes(
      step.shell("sed -i 's/line 7/SECOND/' ten.txt"),
      step.writeFile('made.txt', 'new\n'),
    );
    assert.equal(await hunkCount('ten.txt'), 2);
    await rejectSession(second);
    assert.equal(await textOf('ten.txt'), ten.replace('line 2', 'FIRST'));
    assert.equal(await hunkCount('ten.txt'), 1);
    await rejectSession(first);
    assert.equal(await textOf('ten.txt'), ten);
    await assert.rejects(textOf('made.txt'));
  });

  it('attributes hunks to the right one of two agents that work at the same time, even in one file', async () => {
    const before = await tree();
    const signals = await createTemporaryFolder('signals');
    const signal = (name: string): string => path.join(signals, name);
    const both = agentsDo(
      [
        touching('a', 'ten.txt'),
        step.shell("sed -i 's/line 2/ONE/' ten.txt && echo 1 > one.txt"),
        step.toolUpdate('a', { status: 'completed' }),
        step.waitForFile(signal('over')),
      ],
      [
        step.waitForFile(signal('second')),
        touching('b', 'ten.txt'),
        step.shell("sed -i 's/line 7/OTHER/' ten.txt && sed -i 's/cents/CENTS/' src/money.ts"),
        step.toolUpdate('b', { status: 'completed' }),
        step.writeFile(signal('over'), ''),
      ],
    );
    await eventually(() => hunkCount('ten.txt'), 1);
    await writeFile(signal('second'), '');
    const [one = '', other = ''] = await both;
    assert.equal(await hunkCount('ten.txt'), 2);
    await rejectSession(other);
    assert.equal(await textOf('ten.txt'), ten.replace('line 2', 'ONE'));
    assert.equal(await hunkCount('ten.txt'), 1);
    await rejectSession(one);
    assert.equal(await textOf('ten.txt'), ten);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
    await removeFolder(signals);
  });

  it('does not show the user’s own uncommitted changes, whether staged, unstaged or untracked', async () => {
    await writeFile(at('src/money.ts'), `// staged\n${await textOf('src/money.ts')}`);
    await git('add', 'src/money.ts');
    await writeFile(at('src/money.ts'), `// unstaged\n${await textOf('src/money.ts')}`);
    await writeFile(at('src/group.ts'), `// only here\n${await textOf('src/group.ts')}`);
    await rm(at('src/summary.ts'));
    const before = await tree();
    const staged = await git('diff', '--cached');
    await agentDoes(
      step.shell("sed -i 's/cents/CENTS/' src/money.ts && sed -i 's/line 3/BY AGENT/' ten.txt"),
    );
    assert.equal(await hunkCount('src/group.ts'), 0);
    assert.equal(await hunkCount('ten.txt'), 1);
    assert.ok(!(await lenses('src/money.ts')).some(lens => lens.startsWith('0:')));
    assert.ok((await hunkCount('src/money.ts')) > 0);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
    assert.equal(await git('diff', '--cached'), staged);
    await git('reset', '-q');
  });

  it('counts a change once that was written to disk and then reported over the protocol', async () => {
    const before = await tree();
    const open = await vscode.window.showTextDocument(uri('ten.txt'), { preview: false });
    const twice = ten.replace('line 4', 'TWICE');
    const money = (await textOf('src/money.ts')).replace('cents', 'CENTS');
    await agentDoes(
      step.writeFile('ten.txt', twice),
      step.writeText('${cwd}/ten.txt', twice),
      step.writeFile('src/money.ts', money),
      step.writeText('${cwd}/src/money.ts', money),
      step.writeFile('made.txt', 'new\n'),
      step.writeText('${cwd}/made.txt', 'new\n'),
    );
    await eventually(() => open.document.getText(), twice);
    for (const name of ['ten.txt', 'src/money.ts', 'made.txt']) {
      assert.deepEqual([name, await hunkCount(name)], [name, 1]);
    }
    await click('ten.txt', 'Reject');
    await eventually(() => open.document.getText(), ten);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
  });

  it('treats a revert in VS Code’s diff editor as a rejection', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await vscode.commands.executeCommand('accord.openDiff', uri('ten.txt'));
    await eventually(() => vscode.window.activeTextEditor?.document.getText() ?? '', changed);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(7, 0, 7, 0);
    await eventually(
      async () => {
        // The diff editor can revert only after it has compared the texts.
        await vscode.commands.executeCommand('diffEditor.revert');
        return editor.document.getText();
      },
      ten.replace('line 2', 'LINE 2'),
    );
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(() => editor.document.getText(), changed);
    await eventually(() => hunkCount('ten.txt'), 2);
  });

  it('restores modes, links and empty files', async () => {
    await writeFile(at('run.sh'), 'echo one\n');
    await chmod(at('run.sh'), 0o755);
    await writeFile(at('private.txt'), 'secret\n');
    await chmod(at('private.txt'), 0o600);
    await writeFile(at('shared.txt'), 'for all\n');
    await writeFile(at('group.txt'), 'for some\n');
    await chmod(at('group.txt'), 0o640);
    await writeFile(at('empty.txt'), '');
    await symlink('ten.txt', at('link'));
    const before = await tree();
    await agentDoes(
      step.shell('chmod -x run.sh && sed -i s/one/two/ run.sh && chmod +x ten.txt'),
      step.shell('echo changed > private.txt && chmod 644 private.txt && echo filled > empty.txt'),
      step.shell('chmod 600 shared.txt && rm group.txt'),
      step.shell('ln -sfn src/money.ts link && rm -f package.json && ln -s ten.txt package.json'),
    );
    assert.equal(await hunkCount('private.txt'), 1);
    assert.equal(await hunkCount('empty.txt'), 1);
    assert.ok((await lenses('private.txt')).includes('0: Permissions changed from 600 to 644'));
    assert.ok((await lenses('shared.txt')).includes('0: Permissions changed from 644 to 600'));
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
  });

  it('reports damaged encodings and restores every byte', async () => {
    const files = {
      'cp1252.txt': [Buffer.from('one\ncaf\xe9\n', 'latin1'), Buffer.from('one\ncaf\uFFFD\n')],
      'marked.txt': [Buffer.from('\uFEFFone\ntwo\n'), Buffer.from('one\nTWO\n')],
      'crlf.txt': [Buffer.from('one\r\ntwo\r\nthree\r\n'), Buffer.from('one\ntwo\nthree\n')],
      'cut.txt': [Buffer.from('one\r\ntwo\r\nthree'), Buffer.from('one\r\n')],
    } as const;
    for (const [name, [bytes]] of Object.entries(files)) {
      await writeFile(at(name), bytes);
    }
    const before = await tree();
    await vscode.window.showTextDocument(uri('cp1252.txt'), { preview: false });
    await vscode.window.showTextDocument(uri('crlf.txt'), { preview: false });
    await agentDoes(
      ...Object.entries(files).map(([name, [, bytes]]) =>
        step.writeBytes(name, bytes.toString('base64')),
      ),
    );
    for (const [name, words] of [
      ['cp1252.txt', 'Encoding changed'],
      ['marked.txt', 'Byte order mark removed'],
      ['crlf.txt', 'All line endings changed'],
    ] as const) {
      assert.ok((await lenses(name)).includes(`0: ${words}`), `${name}: ${words}`);
      await click(name, 'Reject file');
    }
    await click('cut.txt', 'Reject');
    await eventually(tree, before);
    assert.deepEqual(await Promise.all(Object.keys(files).map(hunkCount)), [0, 0, 0, 0]);
  });
});
