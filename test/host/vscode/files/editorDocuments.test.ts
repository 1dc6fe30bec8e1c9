import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AgentFiles } from '../../../../src/agent/files/agentFiles.ts';
import type { EditorDocuments } from '../../../../src/vscode/files/editorDocuments.ts';
import type { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { createEditorFiles } from './createEditorFiles.ts';

const LINES = Array.from({ length: 200 }, (_, n) => `line ${n}\n`);

describe('EditorDocuments', () => {
  let folder = '';
  let file = '';
  let savedTexts: SavedTexts;
  let documents: EditorDocuments;
  let files: AgentFiles;

  beforeEach(async () => {
    folder = await createTemporaryFolder('host');
    file = path.join(folder, 'file.txt');
    ({ savedTexts, documents, files } = await createEditorFiles(folder));
  });

  afterEach(async () => {
    savedTexts.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  const open = async (text: string | Uint8Array): Promise<vscode.TextEditor> => {
    await writeFile(file, text);
    return vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  };

  const disk = (): Promise<string> => readFile(file, 'utf8');

  it('reads what the user has typed, and what a command has just changed', async () => {
    const editor = await open('one\ntwo\n');
    await type(editor, 1, 'typed ');
    assert.deepEqual(await files.read({ path: file, line: 2, limit: 1 }), {
      content: 'typed two\n',
    });
    await editor.document.save();
    await writeFile(file, 'by a command\n');
    assert.deepEqual(await files.read({ path: file }), { content: 'by a command\n' });
  });

  it('writes in one undoable step, saves, and leaves cursor, scroll and tabs alone', async () => {
    const editor = await open(LINES.join(''));
    editor.selection = new vscode.Selection(120, 2, 120, 4);
    editor.revealRange(new vscode.Range(120, 0, 120, 0), vscode.TextEditorRevealType.AtTop);
    await waitUntil(() => topLine(editor).startsWith('line 1'));
    const top = topLine(editor);
    const tabCount = tabs();
    const wanted = LINES.with(3, 'new\nnewer\n').with(150, 'late\n').join('');
    await files.write({ path: file, content: wanted });
    assert.equal(await disk(), wanted);
    assert.equal(editor.document.isDirty, false);
    assert.equal(tabs(), tabCount);
    await waitUntil(() => topLine(editor) === top);
    assert.equal(topLine(editor), top);
    assert.deepEqual(
      [
        editor.selection.anchor.line,
        editor.selection.anchor.character,
        editor.selection.active.character,
      ],
      [121, 2, 4],
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), LINES.join(''));
  });

  it('writes a file that is not open without opening it', async () => {
    const before = vscode.workspace.textDocuments.length;
    const tabCount = tabs();
    await files.write({ path: file, content: 'quietly\n' });
    assert.equal(await disk(), 'quietly\n');
    assert.equal(vscode.workspace.textDocuments.length, before);
    assert.equal(tabs(), tabCount);
  });

  it('merges with what the user typed since the agent read', async () => {
    const editor = await open('1\n2\n3\n4\n5\n');
    await files.read({ path: file });
    await type(editor, 4, 'five by the user\n');
    await files.write({ path: file, content: 'one by the agent\n2\n3\n4\n5\n' });
    const merged = 'one by the agent\n2\n3\n4\nfive by the user\n5\n';
    assert.equal(editor.document.getText(), merged);
    assert.equal(await disk(), merged);
  });

  it('saves both changes when an agent writes to disk itself and then over the protocol', async () => {
    const editor = await open('1\n2\n3\n4\n5\n');
    await type(editor, 4, 'five by the user\n');
    const wanted = 'one by the agent\n2\n3\n4\n5\n';
    await writeFile(file, wanted);
    await files.write({ path: file, content: wanted });
    const merged = 'one by the agent\n2\n3\n4\nfive by the user\n5\n';
    assert.equal(await disk(), merged);
    assert.equal(editor.document.getText(), merged);
    assert.equal(editor.document.isDirty, false);
  });

  it('loses no keystroke while agent and user write at the same time', async () => {
    const editor = await open(LINES.join(''));
    await files.read({ path: file });
    let content = LINES.join('');
    const agent = (async () => {
      for (let n = 0; n < 20; n += 1) {
        content = content.replace(`line ${n}\n`, `agent ${n}\n`);
        await files.write({ path: file, content });
      }
    })();
    const user = (async () => {
      for (let n = 199; n > 179; n -= 1) {
        await type(editor, n, `user ${n} `);
      }
    })();
    await Promise.all([agent, user]);
    await editor.document.save();
    const wanted = LINES.map((line, n) => {
      if (n < 20) {
        return `agent ${n}\n`;
      }
      return n > 179 ? `user ${n} ${line}` : line;
    }).join('');
    assert.equal(await disk(), wanted);
  });

  it('reverts its edit when the document cannot be saved', async () => {
    const editor = await open('old\n');
    await removeFolder(folder);
    await writeFile(folder, 'a file in the place of the folder');
    const change = { before: 'old\n', after: 'new\n', isDiskAhead: false };
    await assert.rejects(documents.write({ shown: file, real: file }, change), /could not save/);
    assert.equal(editor.document.getText(), 'old\n');
  });

  it('keeps what the user typed while the document could not be saved', async () => {
    const editor = await open('one\ntwo\nthree\n');
    const saving = vscode.workspace.onWillSaveTextDocument(event =>
      event.waitUntil(
        writeFile(file, 'somebody else was faster\n').then(() => type(editor, 0, 'typed\n')),
      ),
    );
    const change = { before: 'one\ntwo\nthree\n', after: 'one\nTWO\nthree\n', isDiskAhead: false };
    try {
      await assert.rejects(documents.write({ shown: file, real: file }, change), /could not save/);
    } finally {
      saving.dispose();
    }
    assert.equal(editor.document.getText(), 'typed\none\ntwo\nthree\n');
    assert.equal(await disk(), 'somebody else was faster\n');
  });

  it('keeps mixed line endings of a closed file', async () => {
    await writeFile(file, 'a\r\nb\nc\r\n');
    await files.write({ path: file, content: 'a\nb\nc\nd\n' });
    assert.equal(await disk(), 'a\r\nb\nc\r\nd\r\n');
  });

  it('keeps the line endings of an open file', async () => {
    await open('a\r\nb\r\n');
    await files.write({ path: file, content: 'a\nnew\nb\n' });
    assert.equal(await disk(), 'a\r\nnew\r\nb\r\n');
  });

  for (const encoding of [
    'windows1252',
    'shiftjis',
    'gbk',
    'gb18030',
    'cp437',
    'utf16le',
    'utf8bom',
    'koi8r',
    'iso88592',
    'euckr',
    'big5hkscs',
    'macroman',
  ]) {
    it(`keeps the encoding ${encoding}, open or not`, async () => {
      const word = WORDS[encoding] ?? 'plain';
      const encode = async (text: string): Promise<Buffer> =>
        Buffer.from(await vscode.workspace.encode(text, { encoding }));
      const configuration = vscode.workspace.getConfiguration('files');
      await configuration.update('encoding', encoding, vscode.ConfigurationTarget.Global);
      try {
        await writeFile(file, await encode(`${word}\r\nold\r\n`));
        assert.deepEqual(await files.read({ path: file }), { content: `${word}\r\nold\r\n` });
        await files.write({ path: file, content: `${word}\r\nnew ${word}\r\n` });
        assert.deepEqual(await readFile(file), await encode(`${word}\r\nnew ${word}\r\n`));
        await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
        await files.write({ path: file, content: `${word}\r\nnewer ${word}\r\n` });
        assert.deepEqual(await readFile(file), await encode(`${word}\r\nnewer ${word}\r\n`));
      } finally {
        await configuration.update('encoding', undefined, vscode.ConfigurationTarget.Global);
      }
    });
  }

  it('refuses a character that the encoding of an open document lacks', async () => {
    await writeFile(file, Buffer.of(0xe9));
    const uri = vscode.Uri.file(file);
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    await vscode.window.showTextDocument(document, { preview: false });
    await assert.rejects(files.write({ path: file, content: '中' }), /windows1252/);
    assert.deepEqual(await readFile(file), Buffer.of(0xe9));
  });

  it('keeps the mode of an open file', async () => {
    const editor = await open('#!/bin/sh\n');
    const { chmod } = await import('node:fs/promises');
    await chmod(file, 0o755);
    await files.write({ path: file, content: '#!/bin/sh\nexit 0\n' });
    assert.equal((await stat(file)).mode & 0o777, 0o755);
    assert.equal(editor.document.getText(), '#!/bin/sh\nexit 0\n');
  });
});

const WORDS: Readonly<Record<string, string>> = {
  windows1252: 'café €',
  shiftjis: '日本語',
  gbk: '中文',
  gb18030: '中文𠀀',
  cp437: 'é╬',
  utf16le: 'é😀',
  utf8bom: 'é😀',
  koi8r: 'Привет',
  iso88592: 'zażółć',
  euckr: '한국어',
  big5hkscs: '繁體',
  macroman: 'naïve',
};

const type = async (editor: vscode.TextEditor, line: number, text: string): Promise<void> => {
  await editor.edit(edit => edit.insert(new vscode.Position(line, 0), text));
};

const tabs = (): number => vscode.window.tabGroups.all.flatMap(group => group.tabs).length;

/** The first visible line. */
const topLine = ({ document, visibleRanges }: vscode.TextEditor): string =>
  document.lineAt(visibleRanges[0]?.start.line ?? 0).text;
