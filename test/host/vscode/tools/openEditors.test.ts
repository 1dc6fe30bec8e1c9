import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { inFolder, ToolFixture } from './toolFixture.ts';

const file = (name: string): vscode.Uri => vscode.Uri.file(inFolder(name));

const closeEditors = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('the editors that tools show', () => {
  const fixture = new ToolFixture();

  beforeEach(closeEditors);

  after(async () => {
    fixture.dispose();
    await closeEditors();
    await rm(inFolder('shown.ipynb'), { force: true });
  });

  it('include comparisons, and what is selected in them', async () => {
    await vscode.commands.executeCommand('vscode.diff', file('package.json'), file('README.md'));
    const editor = await waitUntil(() =>
      vscode.window.visibleTextEditors.find(({ document }) => /README/.test(document.fileName)),
    );
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await waitUntil(() => vscode.window.activeTextEditor === editor);
    const shown = await fixture.callTool('get_open_editors');
    assert.match(shown, /^README\.md \(comparison, active\)$/m);
    const selected = editor.document.getText(editor.selection);
    assert.ok(shown.endsWith(`\nSelected at README.md:1:\n${selected}`), shown);
  });

  it('include notebooks', async () => {
    const cells = [
      { cell_type: 'code', metadata: {}, source: ['print(2)'], execution_count: null, outputs: [] },
    ];
    const notebook = { cells, metadata: {}, nbformat: 4, nbformat_minor: 4 };
    await writeFile(inFolder('shown.ipynb'), JSON.stringify(notebook));
    const opened = await vscode.workspace.openNotebookDocument(file('shown.ipynb'));
    await vscode.window.showNotebookDocument(opened);
    let shown = '';
    const isShown = async (): Promise<boolean> =>
      /^shown\.ipynb \(notebook, active\)$/m.test(
        (shown = await fixture.callTool('get_open_editors')),
      );
    await waitUntil(isShown).catch(() => assert.fail(shown));
  });

  it('are none if no tab shows a file', async () => {
    const shown = await fixture.callTool('get_open_editors');
    assert.equal(shown, 'No tab shows a file of the workspace.');
  });
});
