import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readViaClipboard } from '../../../../../src/vscode/context/terminal/readViaClipboard.ts';
import { closeEditors } from '../../../mentionFixture.ts';

describe('the clipboard', () => {
  afterEach(closeEditors);

  it('is restored, also if two commands use it at the same time', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'src/money.ts');
    await vscode.window.showTextDocument(file);
    await vscode.env.clipboard.writeText('mine');
    const copy = 'workbench.action.files.copyPathOfActiveFile';
    const copied = await Promise.all([readViaClipboard(copy), readViaClipboard(copy)]);
    assert.deepEqual(copied, [file.fsPath, file.fsPath]);
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
  });
});
