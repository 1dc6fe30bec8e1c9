import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { BlobStore } from '../../../../../src/agent/review/blobStore.ts';
import { ReviewFiles } from '../../../../../src/agent/review/reviewFiles.ts';
import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { editsBetween } from '../../../../../src/core/diff/lineDiff.ts';
import { splitLines } from '../../../../../src/core/text/lines.ts';
import { editorEncodings } from '../../../../../src/vscode/files/editorEncodings.ts';
import { applyReviewAction } from '../../../../../src/vscode/review/decisions/applyReviewAction.ts';
import { at, changed, clear, eventually, ten, textOf, uri } from '../reviewDriver.ts';
import { createTemporaryFolder, removeFolder } from '../../../../harness/createTemporaryFolder.ts';

const NAME = 'late.txt';
const other = `other\n${ten}`;

/** Files for which something happens at the first read. */
class BusyFiles extends ReviewFiles {
  #happens: (() => Promise<unknown>) | undefined;

  constructor(blobs: BlobStore, happens: () => Promise<unknown>) {
    super(editorEncodings, blobs);
    this.#happens = happens;
  }

  override async read(file: string): Promise<FileContent> {
    const happens = this.#happens;
    this.#happens = undefined;
    await happens?.();
    return super.read(file);
  }
}

describe('applyReviewAction', () => {
  let storage: string;
  let document: vscode.TextDocument;

  const shows = (text: string): Promise<void> => eventually(() => document.getText(), text);
  const replaceTen = (happens: () => Promise<unknown>): Promise<void> =>
    applyReviewAction(
      {
        kind: 'replace',
        path: at(NAME),
        expected: splitLines(ten),
        edits: editsBetween(splitLines(ten), splitLines(changed)),
      },
      new BusyFiles(new BlobStore(storage), happens),
    );

  beforeEach(async () => {
    storage = await createTemporaryFolder('blobs');
    await writeFile(at(NAME), ten);
    ({ document } = await vscode.window.showTextDocument(uri(NAME), { preview: false }));
    await shows(ten);
  });

  afterEach(async () => {
    await clear();
    await rm(at(NAME));
    await removeFolder(storage);
  });

  it('retries while VS Code still shows an outdated text', async () => {
    await replaceTen(async () => {
      await writeFile(at(NAME), other);
      await shows(other);
      await writeFile(at(NAME), ten);
    });
    assert.equal(await textOf(NAME), changed);
    await shows(changed);
  });

  it('refuses if the user types, or another program writes, at the same time', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri(NAME), new vscode.Position(0, 0), 'x');
    await assert.rejects(
      replaceTen(async () => assert.ok(await vscode.workspace.applyEdit(edit))),
      /changed since then/,
    );
    assert.equal(await textOf(NAME), ten);
    await shows(`x${ten}`);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await shows(ten);
    await assert.rejects(
      replaceTen(() => writeFile(at(NAME), other)),
      /changed since then/,
    );
    assert.equal(await textOf(NAME), other);
  });
});
