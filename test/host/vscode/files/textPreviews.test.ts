import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TextPreviews } from '../../../../src/vscode/files/textPreviews.ts';
import { closeEditors } from '../../mentionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const textOf = async (uri: vscode.Uri): Promise<string> =>
  (await vscode.workspace.openTextDocument(uri)).getText();

describe('a preview of a text of the conversation', () => {
  const previews = new TextPreviews();
  afterEach(closeEditors);
  after(() => previews.dispose());

  it('shows a diff that an agent has sent, and neither side can be edited', async () => {
    const diff = { kind: 'diff', path: 'C:\\w\\cart.ts', oldText: 'a\n', newText: 'b\n' } as const;
    await previews.openDiff(diff);
    const input = await waitUntil(() => {
      const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return shown instanceof vscode.TabInputTextDiff ? shown : undefined;
    });
    assert.deepEqual([await textOf(input.original), await textOf(input.modified)], ['a\n', 'b\n']);
    assert.equal(
      vscode.window.tabGroups.activeTabGroup.activeTab?.label,
      'cart.ts (described by agent)',
    );
    assert.equal(vscode.workspace.fs.isWritableFileSystem(input.modified.scheme), undefined);
  });

  it('shows Markdown in the preview of VS Code', async () => {
    await previews.openMarkdown('```mermaid\ngraph TD\n  A --> B\n```\n');
    const shown = await waitUntil(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputWebview ? input : undefined;
    });
    assert.match(shown.viewType, /markdown/);
  });
});
