import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { performCodeAction } from '../../../../../src/vscode/chat/performCodeAction.ts';
import { ActiveEditor } from '../../../../../src/vscode/context/editor/activeEditor.ts';
import { closeEditors } from '../../../mentionFixture.ts';
import { waitUntil } from '../../../../harness/waitUntil.ts';

describe('the active editor', () => {
  afterEach(closeEditors);

  it('is the file beside the chat while a chat editor is active', async () => {
    const active = new ActiveEditor();
    const document = await vscode.workspace.openTextDocument({ content: 'one\n' });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await waitUntil(() => active.editor?.document === document);
    const panel = vscode.window.createWebviewPanel('test', 'Chat', vscode.ViewColumn.Two);
    await waitUntil(() => panel.active && vscode.window.activeTextEditor === undefined);
    assert.equal(active.editor?.document, document);
    assert.ok(active.suggestion.mention);
    const previews = { openMarkdown: () => Promise.resolve() };
    await performCodeAction({ text: 'zero\n', use: 'insert' }, active.editor, previews);
    assert.equal(document.getText(), 'zero\none\n');
    panel.dispose();
    await closeEditors();
    await waitUntil(() => active.editor === undefined);
    active.dispose();
  });

  it('is suggested with its current content after a change by someone else', async () => {
    const active = new ActiveEditor();
    const offered: unknown[] = [];
    active.onDidChange(suggestion => offered.push(suggestion));
    const isNow = (): boolean =>
      JSON.stringify(offered.at(-1)) === JSON.stringify(active.suggestion) && offered.length > 0;
    const document = await vscode.workspace.openTextDocument({ content: 'one\n' });
    await vscode.window.showTextDocument(document);
    await waitUntil(() => active.editor?.document === document && isNow());
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), 'two\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), 'one\ntwo\n');
    await waitUntil(isNow);
    active.dispose();
  });
});
