import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  at,
  bytesOf,
  changed,
  clear,
  click,
  eventually,
  hunkCount,
  lenses,
  lensesOfChanged,
  lensTooltips,
  root,
  ten,
  textOf,
  tree,
  uri,
} from './reviewDriver.ts';

const git = (...args: string[]): Promise<unknown> =>
  promisify(execFile)('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: root(),
  });

function place(): string {
  const editor = vscode.window.activeTextEditor;
  return editor ? vscode.workspace.asRelativePath(editor.document.uri) : '';
}

const tab = (): string => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';

const encodeAs = (encoding: string | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration('files')
    .update('encoding', encoding, vscode.ConfigurationTarget.Global);

describe('review', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('shows code lenses for what an agent wrote directly to disk', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    assert.deepEqual(await lenses('ten.txt'), lensesOfChanged);
    const { Accept, Reject } = await lensTooltips('ten.txt');
    assert.equal(Accept, 'Keep this change (Ctrl+Y)');
    assert.equal(Reject, 'Restore the original text (Ctrl+N)');
  });

  it('accepts one hunk and rejects another, byte for byte', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await click('ten.txt', 'Accept', 1);
    await click('ten.txt', 'Reject', 1);
    assert.equal(await textOf('ten.txt'), ten.replace('line 2', 'LINE 2'));
    assert.equal(await hunkCount('ten.txt'), 0);
  });

  it('notices changes by shell commands, over the protocol and in the file system', async () => {
    await writeFile(at('gone.txt'), 'to be deleted\n');
    await writeFile(at('old.txt'), ten.toUpperCase());
    const before = await tree();
    await agentDoes(
      step.shell("sed -i 's/line 4/by sed/' ten.txt"),
      step.writeText('${cwd}/src/money.ts', 'export const gone = true;\n'),
      step.writeFile('made/new.txt', 'new\n'),
      step.deleteFile('gone.txt'),
      step.rename('old.txt', 'moved.txt'),
    );
    assert.equal(await hunkCount('ten.txt'), 1);
    assert.ok((await hunkCount('src/money.ts')) > 0);
    assert.equal(await hunkCount('made/new.txt'), 1);
    assert.ok((await lenses('moved.txt')).includes('0: Accept file'));
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
    await rm(at('gone.txt'));
    await rm(at('old.txt'));
  });

  it('restores every byte of files in any encoding', async () => {
    const files = {
      'crlf.txt': Buffer.from('one\r\ntwo\r\nthree'),
      'bom.txt': Buffer.from('\uFEFFone\ntwo\n'),
      'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x74, 0x77, 0x6f, 0x0a]),
      'utf16.txt': Buffer.from('\uFEFFone\ntwo\n', 'utf16le'),
      'mixed.txt': Buffer.from('one\r\ntwo\nthree\r\n'),
      'data.bin': Buffer.from([0, 1, 2, 3, 0, 255]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      await writeFile(at(name), bytes);
    }
    // Some of the files are open, the others are not.
    await vscode.window.showTextDocument(uri('latin1.txt'), { preview: false });
    await vscode.window.showTextDocument(uri('mixed.txt'), { preview: false });
    await vscode.window.showTextDocument(uri('bom.txt'), { preview: false });
    await agentDoes(
      step.shell("sed -i 's/two/TWO/' crlf.txt bom.txt latin1.txt mixed.txt"),
      step.writeBytes('utf16.txt', Buffer.from('\uFEFFone\nTWO\n', 'utf16le').toString('base64')),
      step.writeBytes('data.bin', Buffer.from([0, 9, 9]).toString('base64')),
    );
    assert.equal(await hunkCount('latin1.txt'), 1);
    assert.equal(await hunkCount('utf16.txt'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    for (const [name, bytes] of Object.entries(files)) {
      assert.deepEqual([name, await bytesOf(name)], [name, bytes]);
      await rm(at(name));
    }
  });

  it('keeps the encoding of a file that is written over the protocol, and restores every byte', async () => {
    const files = {
      'marked.txt': ['\uFEFFone\ntwo é\n', 'utf8'],
      'utf16.txt': ['\uFEFFone\r\ntwo é\r\n', 'utf16le'],
      'latin1.txt': ['caf\u00E9\r\ntwo é\r\nthree', 'latin1'],
      'run.sh': ['#!/bin/sh\n\necho two\n', 'latin1'],
    } as const;
    await encodeAs('iso88591');
    for (const [name, [text, encoding]] of Object.entries(files)) {
      await writeFile(at(name), Buffer.from(text, encoding));
      await writeFile(at(`open ${name}`), Buffer.from(text, encoding));
      await vscode.window.showTextDocument(uri(`open ${name}`), { preview: false });
    }
    await chmod(at('run.sh'), 0o755);
    await chmod(at('open run.sh'), 0o755);
    const before = await tree();
    const names = Object.entries(files).flatMap(([name, file]) =>
      [name, `open ${name}`].map(one => [one, ...file] as const),
    );
    await agentDoes(
      ...names.flatMap(([name, text]) => [
        step.readText(`\${cwd}/${name}`),
        step.writeText(`\${cwd}/${name}`, text.replace('\uFEFF', '').replace('two', 'TWO')),
      ]),
    );
    const modes = Object.entries(before).map(([name, known]) => [name, known.split(' ')[0]]);
    for (const [name, text, encoding] of names) {
      const bytes = Buffer.from(text.replace('two', 'TWO'), encoding);
      assert.deepEqual([name, await bytesOf(name)], [name, bytes]);
      assert.deepEqual([name, await hunkCount(name)], [name, 1]);
    }
    const after = Object.entries(await tree()).map(([name, known]) => [name, known.split(' ')[0]]);
    assert.deepEqual(after, modes);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
    await encodeAs(undefined);
    await Promise.all(names.map(([name]) => rm(at(name))));
  });

  it('keeps what the user types next to a hunk, and does not save unsaved documents', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
    await editor.edit(edit => edit.insert(new vscode.Position(5, 0), 'mine '));
    await eventually(() => hunkCount('ten.txt'), 2);
    await eventually(() => editor.document.isDirty, true);
    await click('ten.txt', 'Reject', 2);
    const expected = ten.replace('line 2', 'LINE 2').replace('line 5', 'mine line 5');
    await eventually(() => editor.document.getText(), expected);
    assert.ok(editor.document.isDirty);
    assert.equal(await textOf('ten.txt'), changed);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(() => editor.document.getText(), ten.replace('line 5', 'mine line 5'));
    assert.equal(await hunkCount('ten.txt'), 0);
  });

  it('undoes a rejection with the editor’s undo', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
    await click('ten.txt', 'Reject', 1);
    await eventually(() => editor.document.getText(), ten.replace('line 7', 'LINE 7'));
    assert.ok(!editor.document.isDirty);
    await vscode.commands.executeCommand('undo');
    await eventually(() => editor.document.getText(), changed);
    await eventually(() => hunkCount('ten.txt'), 2);
  });

  it('treats VS Code’s revert command as a rejection', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
    await editor.edit(edit => edit.replace(new vscode.Range(2, 0, 3, 0), 'line 2\n'));
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(() => editor.document.getText(), changed);
    await eventually(() => hunkCount('ten.txt'), 2);
  });

  it('undoes accepts and rejects', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await vscode.commands.executeCommand('accord.acceptAll');
    assert.equal(await hunkCount('ten.txt'), 0);
    await vscode.commands.executeCommand('accord.undoReview');
    assert.equal(await hunkCount('ten.txt'), 2);
    await vscode.commands.executeCommand('accord.rejectFile', uri('ten.txt'));
    assert.equal(await textOf('ten.txt'), ten);
    await vscode.commands.executeCommand('accord.undoReview');
    assert.equal(await textOf('ten.txt'), changed);
    assert.equal(await hunkCount('ten.txt'), 2);
  });

  it('decides on selected lines only, and moves to the next hunk', async () => {
    const loud = ten.replaceAll('line', 'LINE');
    await agentDoes(step.writeFile('ten.txt', loud));
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await eventually(() => editor.document.getText(), loud);
    editor.selection = new vscode.Selection(3, 0, 5, 0);
    await eventually(
      () => lenses('ten.txt'),
      ['0: Accept selected lines', '0: Reject selected lines'],
    );
    await click('ten.txt', 'Reject selected lines');
    const lines = loud.replace('LINE 3\nLINE 4', 'line 3\nline 4');
    await eventually(() => textOf('ten.txt'), lines);
    assert.equal(await hunkCount('ten.txt'), 2);
    await eventually(() => editor.selection.active.line, 5);
  });

  it('goes from hunk to hunk across files', async () => {
    await agentDoes(
      step.writeFile('ten.txt', changed),
      step.shell("sed -i '1s/^/\\/\\/ note\\n/' src/money.ts"),
    );
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(place, 'src/money.ts');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // VS Code would put the cursor where it was in an earlier test, and reports the active editor some time after it is shown.
    const selection = new vscode.Range(0, 0, 0, 0);
    await vscode.window.showTextDocument(uri('src/money.ts'), { selection });
    await eventually(place, 'src/money.ts');
    await vscode.commands.executeCommand('accord.acceptHunk');
    await eventually(place, 'ten.txt');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    await vscode.commands.executeCommand('accord.undoReview');
    await vscode.commands.executeCommand('accord.rejectAll');
  });

  it('goes on from a binary file, which has no lines, and from a file that is decided as a whole', async () => {
    await writeFile(at('data.bin'), Buffer.from([0, 0, 2]));
    await agentDoes(
      step.writeBytes('data.bin', 'AAABAv8='),
      step.writeBytes('new.bin', 'AAABAv8='),
      step.writeFile('ten.txt', changed),
      step.shell("sed -i '1s/^/\\/\\/ note\\n/' src/money.ts"),
    );
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(tab, 'data.bin (agent changes)');
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(tab, 'new.bin');
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(place, 'src/money.ts');
    await vscode.commands.executeCommand('accord.previousHunk');
    await eventually(tab, 'new.bin');
    await vscode.commands.executeCommand('accord.acceptFile', uri('new.bin'));
    await eventually(place, 'src/money.ts');
    await vscode.commands.executeCommand('accord.rejectFile', uri('src/money.ts'));
    await eventually(place, 'ten.txt');
    await vscode.commands.executeCommand('accord.rejectAll');
    await Promise.all([rm(at('data.bin')), rm(at('new.bin'))]);
  });

  it('accepts what is committed, but not other files that equal HEAD', async () => {
    const group = await textOf('src/group.ts');
    await writeFile(at('src/group.ts'), `// Mine.\n${group}`);
    await writeFile(at('untracked.txt'), ten);
    await agentDoes(
      step.shell("sed -i 's/cents/CENTS/' src/money.ts"),
      step.shell('git checkout -q src/group.ts && rm untracked.txt'),
    );
    const pending = await hunkCount('src/money.ts');
    assert.ok(pending > 0);
    await git('commit', '-q', '-m', 'Shout', 'src/money.ts');
    await eventually(() => hunkCount('src/money.ts'), 0);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.equal(await textOf('src/group.ts'), `// Mine.\n${group}`);
    assert.equal(await textOf('untracked.txt'), ten);
    await rm(at('untracked.txt'));
    await git('reset', '-q', '--hard', 'HEAD~1');
  });

  it('accepts what is committed with other line endings than the file has', async () => {
    await git('config', 'core.autocrlf', 'true');
    const windows = ten.replaceAll('\n', '\r\n');
    await writeFile(at('ten.txt'), windows);
    await git('add', 'ten.txt');
    await git('commit', '-q', '-m', 'Ten', 'ten.txt');
    const loud = windows.replace('line 2', 'LINE 2').replace('line 8\r\n', 'LINE 8\n');
    await agentDoes(step.writeFile('ten.txt', loud));
    assert.equal(await hunkCount('ten.txt'), 2);
    await git('commit', '-q', '-m', 'Shout', 'ten.txt');
    await eventually(() => hunkCount('ten.txt'), 0);
    assert.equal(await textOf('ten.txt'), loud);
    await git('config', '--unset', 'core.autocrlf');
    await git('reset', '-q', '--hard', 'HEAD~2');
  });

  it('accepts what is in the first commit of a repository', async () => {
    const extension = vscode.extensions.getExtension<{
      getAPI(version: 1): {
        openRepository(folder: vscode.Uri): Promise<{ status(): Promise<void> } | null>;
      };
    }>('vscode.git');
    await git('init', '-q', 'fresh');
    const api = (await extension?.activate())?.getAPI(1);
    const repository = await api?.openRepository(uri('fresh'));
    await repository?.status();
    await agentDoes(step.writeFile('fresh/made.txt', ten));
    assert.equal(await hunkCount('fresh/made.txt'), 1);
    await git('-C', 'fresh', 'add', '.');
    await git('-C', 'fresh', 'commit', '-q', '-m', 'First');
    await eventually(() => hunkCount('fresh/made.txt'), 0);
    await rm(at('fresh'), { recursive: true });
  });

  it('restores two hundred files', async () => {
    const before = await tree();
    await agentDoes(step.shell('for i in $(seq 200); do echo $i > many$i.txt; done'));
    await eventually(() => hunkCount('many200.txt'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
  });

  it('ignores a click on an outdated code lens', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    const stale = { path: at('ten.txt'), id: 'no such hunk', revision: 1 };
    await vscode.commands.executeCommand('accord.rejectHunk', uri('ten.txt'), stale);
    assert.equal(await textOf('ten.txt'), changed);
    assert.equal(await hunkCount('ten.txt'), 2);
  });
});
