import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AgentFiles } from '../../../../src/agent/files/agentFiles.ts';
import type { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { createEditorFiles } from './createEditorFiles.ts';

const cell = (source: string): object => ({
  cell_type: 'code',
  execution_count: 1,
  id: source,
  metadata: {},
  outputs: [{ name: 'stdout', output_type: 'stream', text: [`${source} out\n`] }],
  source: [source],
});

describe('an open notebook', () => {
  let folder = '';
  let file = '';
  let savedTexts: SavedTexts;
  let files: AgentFiles;

  beforeEach(async () => {
    folder = await createTemporaryFolder('book');
    file = path.join(folder, 'book.ipynb');
    ({ savedTexts, files } = await createEditorFiles(folder));
    const cells = [cell('one'), cell('two'), cell('three')];
    await writeFile(
      file,
      JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, undefined, 1),
    );
  });

  afterEach(async () => {
    savedTexts.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  it('is read with unsaved cells, and written cell by cell with outputs kept', async () => {
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(notebook);
    const typed = new vscode.WorkspaceEdit();
    typed.insert(notebook.cellAt(0).document.uri, new vscode.Position(0, 0), 'typed ');
    await vscode.workspace.applyEdit(typed);
    const { content } = await files.read({ path: file });
    assert.equal(content, '# %%\ntyped one\n# %%\ntwo\n# %%\nthree\n');
    await files.write({
      path: file,
      content: content.replace('two', '2').replace(/$/, '# %% [markdown]\nwords\n'),
    });
    assert.equal(notebook.isDirty, false);
    assert.deepEqual(
      notebook.getCells().map(({ document }) => document.getText()),
      ['typed one', '2', 'three', 'words'],
    );
    assert.equal(notebook.cellAt(1).outputs.length, 1);
    const saved = JSON.parse(await readFile(file, 'utf8')) as {
      cells: { source: string[]; outputs?: unknown[] }[];
    };
    assert.deepEqual(
      saved.cells.map(({ source }) => source.join('')),
      ['typed one', '2', 'three', 'words'],
    );
    assert.equal(saved.cells[1]?.outputs?.length, 1);
  });
});
