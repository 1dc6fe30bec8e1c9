import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  at,
  changed,
  clear,
  click,
  eventually,
  hunkCount,
  ten,
  textOf,
  uri,
} from './reviewDriver.ts';

describe('review while the user types', () => {
  let editor: vscode.TextEditor;

  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
  });

  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  const type = (text: string): Thenable<boolean> =>
    editor.edit(builder => builder.insert(new vscode.Position(0, 0), text));

  it('rejects the lines that were shown, even right after a keystroke', async () => {
    await type('typed\n');
    await click('ten.txt', 'Reject', 2);
    const wanted = `typed\n${changed.replace('LINE 7', 'line 7')}`;
    await eventually(() => editor.document.getText(), wanted);
    assert.ok(editor.document.isDirty, 'what was not saved is not saved');
    await eventually(() => hunkCount('ten.txt'), 1);
    await click('ten.txt', 'Reject', 1);
    await eventually(() => editor.document.getText(), `typed\n${ten}`);
  });

  it('decides on the selected lines, even right after a keystroke', async () => {
    await type('typed\n');
    editor.selection = new vscode.Selection(3, 0, 4, 0);
    await vscode.commands.executeCommand('accord.rejectHunk');
    await eventually(
      () => editor.document.getText(),
      `typed\n${changed.replace('LINE 2', 'line 2')}`,
    );
  });

  it('rejects and keeps the same lines when auto save is on', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const save = (when: string, delayMs: number | undefined): PromiseLike<unknown> =>
      Promise.all([
        files.update('autoSave', when, vscode.ConfigurationTarget.Global),
        files.update('autoSaveDelay', delayMs, vscode.ConfigurationTarget.Global),
      ]);
    await save('afterDelay', 1);
    try {
      await type('typed\n');
      await eventually(() => textOf('ten.txt'), `typed\n${changed}`);
      await click('ten.txt', 'Reject', 2);
      const wanted = `typed\n${changed.replace('LINE 7', 'line 7')}`;
      await eventually(() => textOf('ten.txt'), wanted);
      await type('more\n');
      await click('ten.txt', 'Reject', 1);
      await eventually(() => textOf('ten.txt'), `more\ntyped\n${ten}`);
      await eventually(() => hunkCount('ten.txt'), 0);
    } finally {
      await save('off', undefined);
    }
  });

  it('keeps what the user types between a rejection and its save', async () => {
    let typed: Thenable<boolean> | undefined;
    const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === editor.document && contentChanges.length > 0) {
        typed ??= type('typed\n');
      }
    });
    await click('ten.txt', 'Reject', 2);
    listening.dispose();
    assert.ok(await typed);
    const wanted = `typed\n${changed.replace('LINE 7', 'line 7')}`;
    assert.equal(editor.document.getText(), wanted);
    await editor.document.save();
    await eventually(() => hunkCount('ten.txt'), 1);
    assert.deepEqual([editor.document.getText(), await textOf('ten.txt')], [wanted, wanted]);
  });

  it('keeps what the user types while a rejection is saved', async () => {
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const saving = vscode.workspace.onWillSaveTextDocument(event =>
      event.waitUntil(vscode.commands.executeCommand<void>('type', { text: 'typed ' })),
    );
    try {
      await click('ten.txt', 'Reject', 2);
    } finally {
      saving.dispose();
    }
    await editor.document.save();
    const [shown, onDisk] = [editor.document.getText(), await textOf('ten.txt')];
    assert.equal(shown.replace('typed ', ''), changed.replace('LINE 7', 'line 7'));
    assert.match(shown, /typed /);
    assert.equal(onDisk, shown);
  });

  it('undoes a rejection at the right line, even right after a keystroke', async () => {
    await click('ten.txt', 'Reject', 2);
    await eventually(() => editor.document.isDirty, false);
    await type('typed\n');
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(() => editor.document.getText(), `typed\n${changed}`);
    await eventually(() => hunkCount('ten.txt'), 2);
  });

  it('does not rename a file back while it has unsaved edits', async () => {
    await clear();
    await writeFile(at('named.txt'), ten);
    await agentDoes(step.rename('named.txt', 'moved.txt'));
    editor = await vscode.window.showTextDocument(uri('moved.txt'));
    await eventually(() => editor.document.getText(), ten); // Another test used a file of the same name.
    assert.ok(await type('typed\n'));
    await eventually(() => editor.document.isDirty, true);
    await vscode.commands.executeCommand('accord.rejectFile', uri('moved.txt'));
    assert.equal(await textOf('moved.txt'), ten);
    assert.equal(editor.document.getText(), `typed\n${ten}`);
    await editor.document.save();
    await vscode.commands.executeCommand('accord.rejectFile', uri('moved.txt'));
    await eventually(() => textOf('named.txt'), `typed\n${ten}`);
    await rm(at('named.txt'));
  });

  it('keeps the hunks of a file when its folder is renamed', async () => {
    await mkdir(at('before'));
    await writeFile(at('before/ten.txt'), ten);
    await agentDoes(step.writeFile('before/ten.txt', changed));
    // On a slow machine the file is missing at its old path for a while before VS Code reports the new one.
    const renaming = vscode.workspace.onWillRenameFiles(event =>
      event.waitUntil(
        (async () => {
          await rename(at('before'), at('on its way'));
          await rm(at('ten.txt'));
          await eventually(() => hunkCount('ten.txt'), 0); // This change was noticed, and so were those before it.
          await rename(at('on its way'), at('before'));
        })(),
      ),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri('before'), uri('after'));
    assert.ok(await vscode.workspace.applyEdit(edit));
    renaming.dispose();
    await eventually(() => hunkCount('after/ten.txt'), 2);
    await vscode.commands.executeCommand('accord.rejectFile', uri('after/ten.txt'));
    await eventually(() => textOf('after/ten.txt'), ten);
    await rm(at('after'), { recursive: true });
  });
});
