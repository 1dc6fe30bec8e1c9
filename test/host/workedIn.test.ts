import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useCode } from '../../src/vscode/chat/useCode.ts';
import { ActiveEditor } from '../../src/vscode/context/activeEditor.ts';
import { closeEditors } from './mentionDesk.ts';
import { until } from './until.ts';

describe('what the user works in', () => {
  afterEach(closeEditors);

  it('is the file beside the chat, also while the chat itself is the editor in front', async () => {
    const active = new ActiveEditor();
    const document = await vscode.workspace.openTextDocument({ content: 'one\n' });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await until(() => active.editor?.document === document);
    const panel = vscode.window.createWebviewPanel('test', 'Chat', vscode.ViewColumn.Two);
    await until(() => panel.active && vscode.window.activeTextEditor === undefined);
    assert.equal(active.editor?.document, document);
    assert.ok(active.current.mention);
    await useCode({ text: 'zero\n', use: 'insert' }, active.editor);
    assert.equal(document.getText(), 'zero\none\n');
    panel.dispose();
    await closeEditors();
    await until(() => active.editor === undefined);
    active.dispose();
  });
});
