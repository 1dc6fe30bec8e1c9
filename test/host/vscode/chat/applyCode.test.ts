import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyCode } from '../../../../src/vscode/chat/applyCode.ts';
import { closeEditors } from '../../mentionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

describe('code from the conversation', () => {
  afterEach(closeEditors);

  it('is applied at the right position, keeps the cursor in its line and is undone in one step', async () => {
    const before = 'one\ntwo();\nthree\nfour\n';
    const document = await vscode.workspace.openTextDocument({ content: before });
    const shown = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    shown.selection = new vscode.Selection(3, 2, 3, 2);
    const applied = applyCode(
      '--- a\n+++ b\n@@ -1,3 +1,4 @@\n one\n two();\n+and more\n three\n',
      undefined,
      document,
    );
    await accepted(applied);
    assert.equal(document.getText(), 'one\ntwo();\nand more\nthree\nfour\n');
    const editor = await waitUntil(() =>
      vscode.window.visibleTextEditors.find(one => one.document === document),
    );
    await waitUntil(
      () => editor.selection.active.line === 4 && editor.selection.active.character === 2,
    );
    await vscode.commands.executeCommand('undo');
    await waitUntil(() => document.getText() === before);
  });
});

/** Confirms the question as soon as it is shown. */
async function accepted(applying: Promise<void>): Promise<void> {
  const timer = setInterval(press, 100);
  try {
    await applying;
  } finally {
    clearInterval(timer);
  }
}

const press = (): void => void vscode.commands.executeCommand('notification.acceptPrimaryAction');
