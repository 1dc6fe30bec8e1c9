import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withTab } from '../../../../src/vscode/tools/withTab.ts';
import { inFolder } from './toolFixture.ts';

const hasTab = (uri: vscode.Uri): boolean =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );

describe('a tab for a language server', () => {
  it('stays until the last of several tasks has ended', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.file(inFolder('src/group.ts')),
    );
    const first = withTab(document, async () => hasTab(document.uri));
    const second = withTab(document, async () => {
      assert.equal(await first, true);
      return hasTab(document.uri);
    });
    assert.equal(await second, true);
    assert.equal(hasTab(document.uri), false);
    const [third, fourth] = await Promise.all([
      withTab(document, async () => hasTab(document.uri)),
      withTab(document, async sinceMs => sinceMs > 0),
    ]);
    assert.deepEqual([third, fourth], [true, true]);
    assert.equal(hasTab(document.uri), false);
  });
});
