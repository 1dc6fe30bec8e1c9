import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isTextEdit } from '../../../../src/vscode/tools/writeEdits.ts';
import { inFolder, ToolFixture } from './toolFixture.ts';

const FILE = 'edits.txt';
/** A file of its own: VS Code notices later that only the line endings of a file have changed. */
const LF_FILE = 'edits-lf.txt';
const COMMAND = 'accordTest.followUp';
const selector = { pattern: '**/edits*.txt' };
const first = new vscode.Range(0, 0, 0, 3);
const rename = { path: FILE, symbol: 'one', newName: 'first' };

/** An edit as VS Code's implementation has it, with these parts. */
const editOf = (edits: unknown): vscode.WorkspaceEdit =>
  ({ size: 1, _edits: edits }) as unknown as vscode.WorkspaceEdit;

describe('the edits of tools', () => {
  const fixture = new ToolFixture();
  const uri = vscode.Uri.file(inFolder(FILE));
  const registered: vscode.Disposable[] = [];
  let commandRuns = 0;
  let edit = new vscode.WorkspaceEdit();

  before(() => {
    registered.push(
      vscode.languages.registerRenameProvider(selector, { provideRenameEdits: () => edit }),
      vscode.languages.registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: () => [vscode.TextEdit.replace(first, 'four\nfive')],
      }),
      vscode.commands.registerCommand(COMMAND, () => {
        commandRuns += 1;
      }),
    );
  });

  beforeEach(async () => {
    edit = new vscode.WorkspaceEdit();
    await writeFile(uri.fsPath, 'one\r\ntwo\r\n');
  });

  after(async () => {
    registered.forEach(one => one.dispose());
    fixture.dispose();
    await Promise.all([rm(uri.fsPath), rm(inFolder(LF_FILE), { force: true })]);
  });

  const text = (): Promise<string> => readFile(uri.fsPath, 'utf8');

  it('get the line endings of a file that has no tab', async () => {
    edit.replace(uri, first, 'zero\none\r\nand a half');
    assert.match(await fixture.callTool('rename_symbol', rename), /^Renamed to first in:/);
    assert.equal(await text(), 'zero\r\none\r\nand a half\r\ntwo\r\n');
    await writeFile(inFolder(LF_FILE), 'one\ntwo\n');
    edit = new vscode.WorkspaceEdit();
    edit.replace(vscode.Uri.file(inFolder(LF_FILE)), first, 'zero\r\none');
    await fixture.callTool('rename_symbol', { ...rename, path: LF_FILE });
    assert.equal(await readFile(inFolder(LF_FILE), 'utf8'), 'zero\none\ntwo\n');
  });

  it('may not create, rename or delete files', async () => {
    const other = vscode.Uri.file(inFolder('other.txt'));
    const changes: readonly ((refused: vscode.WorkspaceEdit) => void)[] = [
      refused => refused.createFile(other, { contents: new Uint8Array() }),
      refused => refused.renameFile(uri, other),
      refused => refused.deleteFile(uri),
    ];
    for (const change of changes) {
      edit = new vscode.WorkspaceEdit();
      edit.replace(uri, first, 'first');
      change(edit);
      const refusal = await fixture.callTool('rename_symbol', rename);
      assert.match(refusal, /cannot rename this in files alone\. Nothing was changed/);
      assert.equal(await text(), 'one\r\ntwo\r\n');
    }
  });

  it('may not change more than 500 files', async () => {
    for (let at = 0; at <= 500; at += 1) {
      edit.replace(vscode.Uri.file(inFolder(`many/${at}.txt`)), first, 'first');
    }
    edit.replace(uri, first, 'first');
    const refusal = await fixture.callTool('rename_symbol', rename);
    assert.match(refusal, /would change 502 files, which is too many/);
    assert.equal(await text(), 'one\r\ntwo\r\n');
  });

  it('are made without the command of a code action, and not at all if there is only a command', async () => {
    const command = { command: COMMAND, title: 'Follow up' };
    const provider = vscode.languages.registerCodeActionsProvider(selector, {
      provideCodeActions: () => {
        const both = new vscode.CodeAction('Both', vscode.CodeActionKind.QuickFix);
        both.edit = new vscode.WorkspaceEdit();
        both.edit.replace(uri, first, 'both');
        both.command = command;
        const alone = new vscode.CodeAction('Alone', vscode.CodeActionKind.QuickFix);
        alone.command = command;
        const moves = new vscode.CodeAction('Moves', vscode.CodeActionKind.QuickFix);
        moves.edit = new vscode.WorkspaceEdit();
        moves.edit.renameFile(uri, vscode.Uri.file(inFolder('moved.txt')));
        return [both, alone, moves];
      },
    });
    try {
      const place = { path: FILE, line: 1, kind: 'quickfix' };
      assert.equal(await fixture.callTool('get_code_actions', place), 'Both (quickfix)');
      for (const title of ['Alone', 'Moves']) {
        const refusal = await fixture.callTool('apply_code_action', { ...place, title });
        assert.match(refusal, /There is no action with this title/);
      }
      const applied = await fixture.callTool('apply_code_action', { ...place, title: 'Both' });
      assert.match(applied, /^Both, changed:/);
      assert.equal(await text(), 'both\r\ntwo\r\n');
      assert.equal(commandRuns, 0);
    } finally {
      provider.dispose();
    }
  });

  it('are refused if it cannot be told what else they do', () => {
    assert.equal(isTextEdit(editOf([{ _type: 2 }])), true);
    for (const edits of [undefined, {}, [], [{ _type: 2 }, 'more'], [{ _type: 2 }, {}]]) {
      assert.equal(isTextEdit(editOf(edits)), false, JSON.stringify(edits));
    }
  });
});
