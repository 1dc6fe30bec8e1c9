import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  agentStarts,
  at,
  changed,
  clear,
  eventually,
  hunkCount,
  removeAgentFolders,
  ten,
  textOf,
  tree,
  uri,
} from './reviewDriver.ts';

describe('review of unsaved documents and of documents saved during a turn', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
    await removeAgentFolders();
  });

  it('shows what an agent wrote to the file after the user reverts unsaved edits', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await eventually(() => editor.document.getText(), ten);
    await editor.edit(typed => typed.insert(new vscode.Position(0, 0), 'mine\n'));
    await eventually(() => editor.document.isDirty, true);
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), `mine\n${changed}`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(() => editor.document.getText(), changed);
    await eventually(() => hunkCount('ten.txt'), 2);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(() => textOf('ten.txt'), ten);
  });

  it('attributes unsaved edits to the user, even in lines an agent has just written', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await typeIntoWrittenFile(editor);
  });

  it('attributes them to the user in a file that was reviewed before, too', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    for (let round = 0; round < 4; round += 1) {
      await typeIntoWrittenFile(editor);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await writeFile(at('ten.txt'), ten);
    }
  });

  it('follows a document with unsaved edits that the user renames after an agent has written the file', async () => {
    await writeFile(at('fresh.txt'), ten); // A file that was never reviewed.
    const editor = await vscode.window.showTextDocument(uri('fresh.txt'));
    await eventually(() => editor.document.getText(), ten);
    const last = new vscode.Range(9, 0, 10, 0);
    await editor.edit(typed => typed.delete(last));
    await eventually(() => editor.document.isDirty, true);
    await agentDoes(step.writeFile('fresh.txt', ten.replace('line 9\n', '')));
    const renaming = new vscode.WorkspaceEdit();
    renaming.renameFile(uri('fresh.txt'), uri('renamed.txt'));
    await vscode.workspace.applyEdit(renaming);
    try {
      await vscode.window.showTextDocument(uri('renamed.txt'));
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await eventually(() => hunkCount('renamed.txt'), 1);
      await vscode.commands.executeCommand('accord.rejectAll');
      await eventually(() => textOf('renamed.txt'), ten);
      assert.equal(existsSync(at('fresh.txt')), false);
    } finally {
      await clear();
      await rm(at('renamed.txt'), { force: true });
    }
  });

  it('attributes nothing but the typing to the user in a file with invalid bytes', async () => {
    await writeFile(at('ten.txt'), toLatin1(ten));
    const playing = await agentStarts(step.note('begun', true), step.waitForFile('go'));
    await playing.agent.waitForNote('begun');
    await writeFile(at('ten.txt'), toLatin1(changed));
    await eventually(() => hunkCount('ten.txt'), 2);
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await editor.edit(typed => typed.insert(new vscode.Position(2, 0), 'mine\n'));
    await eventually(() => editor.document.isDirty, true);
    await vscode.commands.executeCommand('accord.rejectAll');
    const shown = toLatin1(ten).toString('utf8').replace('caf\uFFFD 2', 'mine\ncaf\uFFFD 2');
    await eventually(() => editor.document.getText(), shown);
    await writeFile(at('go'), '');
    await playing.ended;
    await rm(at('go'));
  });

  it('restores the file byte for byte on reject, whatever settings change on save', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const names = ['insertFinalNewline', 'trimTrailingWhitespace', 'trimFinalNewlines'];
    const set = (value: boolean | undefined): Promise<unknown> =>
      Promise.all(names.map(name => files.update(name, value, vscode.ConfigurationTarget.Global)));
    const ragged = 'one  \ntwo\t\nthree\n\n\nlast  ';
    await writeFile(at('ten.txt'), ragged);
    const before = await tree();
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await set(true);
    try {
      await agentDoes(step.writeFile('ten.txt', ragged.replace('two', 'TWO')));
      await eventually(() => editor.document.lineAt(1).text, 'TWO\t');
      await vscode.commands.executeCommand('accord.rejectAll');
      assert.equal(await textOf('ten.txt'), ragged);
      assert.deepEqual(await tree(), before);
      await eventually(() => editor.document.getText(), ragged);
      await eventually(() => hunkCount('ten.txt'), 0);
      await vscode.commands.executeCommand('accord.undoReview');
      await eventually(() => textOf('ten.txt'), ragged.replace('two', 'TWO'));
      await eventually(() => hunkCount('ten.txt'), 1);
    } finally {
      await set(undefined);
    }
  });

  it('restores the file byte for byte on reject, whatever a formatter changes on save', async () => {
    const settings = vscode.workspace.getConfiguration('editor');
    const set = (value: boolean | undefined): Thenable<void> =>
      settings.update('formatOnSave', value, vscode.ConfigurationTarget.Global);
    const formatting = vscode.languages.registerDocumentFormattingEditProvider('plaintext', {
      provideDocumentFormattingEdits: () => [
        vscode.TextEdit.insert(new vscode.Position(0, 0), 'formatted\n'),
      ],
    });
    await set(true);
    try {
      const editor = await vscode.window.showTextDocument(uri('ten.txt'));
      await agentDoes(step.writeFile('ten.txt', changed));
      await eventually(() => editor.document.getText(), changed);
      await vscode.commands.executeCommand('accord.rejectAll');
      assert.equal(await textOf('ten.txt'), ten);
      await eventually(() => editor.document.getText(), ten);
    } finally {
      formatting.dispose();
      await set(undefined);
    }
  });

  it('attributes a saved notebook to the user', async () => {
    const cells = ['one', 'two'].map(source => ({
      cell_type: 'code',
      execution_count: null,
      id: source,
      metadata: {},
      outputs: [],
      source: [source],
    }));
    const book = { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
    await writeFile(at('book.ipynb'), JSON.stringify(book, undefined, 1));
    try {
      const notebook = await vscode.workspace.openNotebookDocument(uri('book.ipynb'));
      await vscode.window.showNotebookDocument(notebook);
      const playing = await agentStarts(
        step.note('begun', true),
        step.waitForFile('go'),
        step.writeFile('made.txt', 'made\n'),
      );
      await playing.agent.waitForNote('begun');
      const typed = new vscode.WorkspaceEdit();
      typed.insert(notebook.cellAt(0).document.uri, new vscode.Position(0, 0), 'mine ');
      await vscode.workspace.applyEdit(typed);
      assert.ok(await notebook.save());
      const mine = await readFile(at('book.ipynb'), 'utf8');
      await writeFile(at('go'), '');
      assert.equal(await playing.ended, 'end_turn');
      await vscode.commands.executeCommand('accord.rejectAll');
      assert.equal(await readFile(at('book.ipynb'), 'utf8'), mine);
    } finally {
      await Promise.all(
        ['book.ipynb', 'go', 'made.txt'].map(name => rm(at(name), { force: true })),
      );
    }
  });
});

/** The agent writes the file, and the user types as soon as the editor shows it. */
async function typeIntoWrittenFile(editor: vscode.TextEditor): Promise<void> {
  await eventually(() => editor.document.getText(), ten);
  let typed: Thenable<boolean> | undefined;
  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document === editor.document && document.getText() === changed) {
      typed ??= editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine\n'));
    }
  });
  try {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), `mine\n${changed}`);
  } finally {
    listening.dispose();
  }
  await typed;
  await eventually(() => hunkCount('ten.txt'), 2);
  await vscode.commands.executeCommand('accord.rejectAll');
  await eventually(() => editor.document.getText(), `mine\n${ten}`);
  await eventually(() => hunkCount('ten.txt'), 0);
}

/** The bytes of a text with letters that are invalid in UTF-8. */
const toLatin1 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('line', 'caf\u00E9'), 'latin1');
