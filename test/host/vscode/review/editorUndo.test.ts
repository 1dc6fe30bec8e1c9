import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long the review takes to have what a document shows. */
const SYNC_MS = 400;

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

describe('lines of an agent that undo or revert brings back', () => {
  const added = ten.replace('line 2\n', 'line 2\nNEW 1\nNEW 2\n');
  let editor: vscode.TextEditor;
  const shown = (): string => editor.document.getText();

  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    editor = await vscode.window.showTextDocument(uri('ten.txt'), { preview: false });
    await agentDoes(step.writeFile('ten.txt', added));
    await eventually(shown, added);
    await eventually(() => hunkCount('ten.txt'), 1);
  });

  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  const type = async (line: number, text: string): Promise<void> => {
    await editor.edit(edit => edit.insert(new vscode.Position(line, 0), text));
    await eventually(() => editor.document.isDirty, true);
  };

  const rejectAll = async (expected: string): Promise<void> => {
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(shown, expected);
    await eventually(() => hunkCount('ten.txt'), 0);
  };

  /** Deletes the last of the agent's lines, waits until the review has that, and undoes it. */
  async function deleteAndUndo(line: number): Promise<void> {
    const before = shown();
    await editor.edit(edit => edit.delete(new vscode.Range(line, 0, line + 1, 0)));
    await eventually(shown, before.replace('NEW 2\n', ''));
    await sleep(SYNC_MS);
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // Not the chat.
    await vscode.commands.executeCommand('undo');
    await eventually(shown, before);
    await sleep(SYNC_MS);
  }

  it('are pending after undo of a deletion in a saved document', async () => {
    await deleteAndUndo(4);
    await rejectAll(ten);
  });

  it('are pending after undo of a deletion in a document with unsaved edits', async () => {
    await type(0, 'mine\n');
    await deleteAndUndo(5);
    await rejectAll(`mine\n${ten}`);
  });

  it('are pending after a revert of a rejection that was not saved', async () => {
    await type(0, 'mine\n');
    await rejectAll(`mine\n${ten}`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(shown, added);
    await eventually(() => hunkCount('ten.txt'), 1);
    await rejectAll(ten);
  });

  it('are pending after a document with a rejection is closed without saving', async () => {
    await type(0, 'mine\n');
    await rejectAll(`mine\n${ten}`);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(() => textOf('ten.txt'), ten);
  });

  it('are pending after a revert if an agent has written beneath the unsaved edits since', async () => {
    await type(0, 'mine\n');
    await agentDoes(step.writeFile('ten.txt', added.replace('line 3', 'LINE 3')));
    await eventually(shown, `mine\n${added.replace('line 3', 'LINE 3')}`);
    await rejectAll(`mine\n${ten}`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(shown, added.replace('line 3', 'LINE 3'));
    await eventually(() => hunkCount('ten.txt'), 1);
    await rejectAll(ten);
  });
});
