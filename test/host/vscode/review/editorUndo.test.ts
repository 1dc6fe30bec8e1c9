import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
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

const first = ten.replace('line 7', 'LINE 7');

describe('undo in the editor', () => {
  let editor: vscode.TextEditor;
  const shown = (): string => editor.document.getText();

  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, changed);
    await click('ten.txt', 'Reject', 1);
    await eventually(shown, first);
    await click('ten.txt', 'Reject', 1);
    await eventually(shown, ten);
    await eventually(() => hunkCount('ten.txt'), 0);
  });

  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('undoes rejections one after the other', async () => {
    await vscode.commands.executeCommand('undo');
    await eventually(shown, first);
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('undo');
    await eventually(shown, changed);
    await eventually(() => hunkCount('ten.txt'), 2);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(shown, ten);
  });

  it('undoes rejections when it is repeated quickly', async () => {
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('undo');
    await eventually(shown, changed);
    await eventually(() => hunkCount('ten.txt'), 2);
  });

  it('undoes rejections when the file is saved right afterwards', async () => {
    await vscode.commands.executeCommand('undo');
    await editor.document.save();
    await eventually(() => textOf('ten.txt'), first);
    await eventually(() => hunkCount('ten.txt'), 1);
    const putBack = new vscode.Range(7, 0, 8, 0);
    // The revert button of a diff editor makes the same edit.
    await editor.edit(edit => edit.replace(putBack, 'line 7\n'));
    await editor.document.save();
    await eventually(() => hunkCount('ten.txt'), 0);
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(shown, first);
    await eventually(() => hunkCount('ten.txt'), 1);
  });

  it('reverts the undo of a decision, which can then be undone again', async () => {
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(shown, first);
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('undo');
    await eventually(shown, ten);
    await eventually(() => hunkCount('ten.txt'), 0);
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(shown, first);
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(shown, changed);
    await eventually(() => hunkCount('ten.txt'), 2);
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(await textOf('ten.txt'), changed);
  });
});
