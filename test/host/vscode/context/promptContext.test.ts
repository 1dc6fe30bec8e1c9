import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { mentionLabel } from '../../../../src/core/prompt/mention/mentionLabel.ts';
import { mentionUri } from '../../../../src/core/prompt/mention/mentionUri.ts';
import { mentionsFromArguments } from '../../../../src/vscode/context/mentionsFromArguments.ts';
import { attachDataTransfer } from '../../../../src/vscode/context/attachDataTransfer.ts';
import {
  documentMention,
  resourceMention,
  selectionMention,
  toUriString,
} from '../../../../src/vscode/context/editor/documentMentions.ts';
import { MentionCompletionProvider } from '../../../../src/vscode/context/completion/mentionCompletionProvider.ts';
import { RecentMentions } from '../../../../src/vscode/context/files/recentMentions.ts';
import {
  createSymbolMention,
  getDocumentSymbols,
} from '../../../../src/vscode/context/editor/symbols.ts';
import { TerminalMentions } from '../../../../src/vscode/context/terminal/terminalMentions.ts';
import { WorkspaceFiles } from '../../../../src/vscode/context/files/workspaceFiles.ts';
import { closeEditors, MentionFixture } from '../../mentionFixture.ts';
import { MemoryMemento } from '../../memoryMemento.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

describe('context', () => {
  let fixture: MentionFixture;

  const inFolder = (name: string): vscode.Uri => fixture.inFolder(name);
  const read = (mention: Mention): Promise<Attachment> => fixture.read(mention);
  const textOf = async (mention: Mention): Promise<string> => {
    const attachment = await read(mention);
    assert.equal(attachment.kind, 'text', JSON.stringify(attachment));
    return attachment.kind === 'text' ? attachment.text : '';
  };

  before(async () => {
    fixture = await MentionFixture.open();
  });

  after(() => fixture.close());

  afterEach(closeEditors);

  it('reads the unsaved text of a file and detects changes', async () => {
    const document = await vscode.workspace.openTextDocument(inFolder('src/money.ts'));
    const editor = await vscode.window.showTextDocument(document);
    const mention = documentMention(document);
    assert.equal(await textOf(mention), document.getText());
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// unsaved\n'));
    const attachment = await read(mention);
    assert.ok(
      attachment.kind === 'text' && attachment.unsaved === true && attachment.stale === true,
    );
    assert.ok(attachment.text.startsWith('// unsaved\n'));
    assert.equal(attachment.title, 'src/money.ts');
  });

  it('reads each of several selections exactly', async () => {
    const document = await vscode.workspace.openTextDocument(inFolder('src/money.ts'));
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(2, 1, 2, 4), new vscode.Selection(0, 2, 1, 0)];
    const mentions = await mentionsFromArguments(
      [document.uri],
      new TerminalMentions(fixture.captures),
    );
    assert.deepEqual(
      mentions.map(mention => mention.kind),
      ['selection', 'selection'],
    );
    const [first, second] = mentions;
    assert.ok(first && second);
    assert.ok(mentionUri(first).endsWith('/src/money.ts#L1:1'));
    assert.equal(await textOf(first), document.getText(new vscode.Range(0, 2, 1, 0)));
    assert.equal(await textOf(second), document.getText(new vscode.Range(2, 1, 2, 4)));
  });

  it('reads a selection of a file that is not open from the disk', async () => {
    const file = inFolder('crlf.txt');
    await writeFile(file.fsPath, 'one\r\ntwo\r\nthree\r\n');
    const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 2 } };
    assert.equal(await textOf({ kind: 'selection', uri: toUriString(file), range }), 'two\r\nth');
    await rm(file.fsPath);
  });

  it('takes files and folders from the explorer, and a tab as its file', async () => {
    const terminals = new TerminalMentions(fixture.captures);
    const uris = [inFolder('src'), inFolder('README.md')];
    const mentions = await mentionsFromArguments([uris[0], uris], terminals);
    assert.deepEqual(
      mentions.map(({ kind }) => kind),
      ['folder', 'file'],
    );
    const document = await vscode.workspace.openTextDocument(inFolder('README.md'));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const [tab] = await mentionsFromArguments(
      [document.uri, { groupId: 0, editorIndex: 0 }],
      terminals,
    );
    assert.equal(tab?.kind, 'file');
  });

  it('reports a closed untitled document and a deleted file', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'draft\ntext' });
    await vscode.window.showTextDocument(document);
    const mention = documentMention(document);
    const part = selectionMention(document, new vscode.Range(0, 0, 0, 5));
    assert.equal(mention.kind, 'buffer');
    assert.equal(await textOf(mention), 'draft\ntext');
    assert.equal(await textOf(part), 'draft');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await waitUntil(() => document.isClosed);
    assert.deepEqual(await read(part), { kind: 'missing', reason: 'the document was closed' });
    const gone = await read({ kind: 'file', uri: toUriString(inFolder('gone.ts')) });
    assert.deepEqual(gone, { kind: 'missing', reason: 'the file no longer exists' });
  });

  it("reads Latin-1 and UTF-16 with VS Code's own decoders", async () => {
    const file = inFolder('latin.txt');
    await writeFile(file.fsPath, Buffer.from('größe', 'latin1'));
    assert.equal(await textOf({ kind: 'file', uri: toUriString(file) }), 'größe');
    await writeFile(file.fsPath, Buffer.from('\ufeffgröße', 'utf16le'));
    assert.equal(await textOf({ kind: 'file', uri: toUriString(file) }), 'größe');
    await rm(file.fsPath);
  });

  it('reads git changes, including new files', async () => {
    const file = inFolder('brand new.ts');
    await writeFile(file.fsPath, 'export {};\n');
    const text = await textOf({ kind: 'gitDiff', diff: { kind: 'workingTree' } });
    assert.match(text, /\+\+\+ b\/brand new\.ts/);
    const one = await textOf({
      kind: 'gitDiff',
      diff: { kind: 'file', uri: toUriString(file), staged: false },
    });
    assert.match(one, /\+export \{\};/);
    assert.match(
      await textOf({ kind: 'gitDiff', diff: { kind: 'commit', commit: 'HEAD' } }),
      /Print a summary/,
    );
    const staged = await read({ kind: 'gitDiff', diff: { kind: 'staged' } });
    assert.deepEqual(staged, { kind: 'missing', reason: 'there are no changes' });
    await rm(file.fsPath);
  });

  it('runs git only in the repositories of this workspace', async () => {
    const outside = await read({
      kind: 'gitDiff',
      diff: { kind: 'workingTree' },
      repo: 'file:///tmp',
    });
    assert.ok(outside.kind === 'missing' && /isn't in a git repository/.test(outside.reason));
  });

  it('reads the problems of a file, most severe first', async () => {
    const problems = vscode.languages.createDiagnosticCollection('test');
    const uri = inFolder('src/main.ts');
    const range = new vscode.Range(4, 2, 4, 3);
    problems.set(uri, [
      new vscode.Diagnostic(range, 'odd', vscode.DiagnosticSeverity.Warning),
      new vscode.Diagnostic(range, 'wrong', vscode.DiagnosticSeverity.Error),
    ]);
    const mention = { kind: 'problems', uri: toUriString(uri) } as const;
    const lines = (await textOf({ ...mention, severity: 'hint' })).split('\n');
    assert.ok(
      lines.indexOf('src/main.ts:5:3: error: wrong') <
        lines.indexOf('src/main.ts:5:3: warning: odd'),
    );
    assert.doesNotMatch(await textOf({ ...mention, severity: 'error' }), /odd/);
    problems.dispose();
  });

  it('finds a symbol with all its lines', async () => {
    const uri = inFolder('src/money.ts');
    await vscode.window.showTextDocument(uri);
    const symbols = await waitUntil(async () => {
      const found = await getDocumentSymbols(uri);
      return found.length > 0 ? found : undefined;
    });
    const symbol = symbols.find(({ kind }) => kind === vscode.SymbolKind.Function);
    assert.ok(symbol);
    const mention = await createSymbolMention({
      ...symbol,
      range: new vscode.Range(symbol.range.start, symbol.range.start),
    });
    const text = await textOf(mention);
    assert.ok(text.includes(symbol.name));
    assert.equal(
      mention.lines.end - mention.lines.start,
      symbol.range.end.line - symbol.range.start.line + 1,
    );
  });

  it('mentions pasted images, other external files and copied code', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQgwQCgAd7gP9xvyGPAAAAABJRU5ErkJggg==';
    const media = [
      { name: 'shot.png', mimeType: 'image/png', data: png },
      { name: '../a: b.md', mimeType: '', data: Buffer.from('# Notes').toString('base64') },
    ];
    const { mentions, refused } = await attachDataTransfer(
      { uris: [], media },
      undefined,
      fixture.captures,
    );
    assert.deepEqual(refused, []);
    const [image, notes] = mentions;
    assert.ok(image && notes);
    assert.equal(mentionLabel(notes), '..-a- b.md');
    assert.equal(await textOf(notes), '# Notes');
    await fixture.captures.prune(Date.now());
    assert.equal(await textOf(notes), '# Notes');
    await fixture.captures.prune(Date.now() + 365 * 24 * 60 * 60 * 1000);
    assert.equal((await read(notes)).kind, 'missing');
    const { mentions: again } = await attachDataTransfer(
      { uris: [], media },
      undefined,
      fixture.captures,
    );
    assert.ok(again[0]);
    const attachment = await read(again[0]);
    assert.ok(attachment.kind === 'image' && attachment.data === png);
    const noImages = { image: false, audio: false, embeddedContext: true };
    const none = await attachDataTransfer(
      { uris: [], media: media.slice(0, 1) },
      noImages,
      fixture.captures,
    );
    assert.match(none.refused.join(''), /doesn't support images/);

    const document = await vscode.workspace.openTextDocument(inFolder('src/money.ts'));
    await vscode.window.showTextDocument(document);
    const text = document.getText(new vscode.Range(1, 0, 4, 0));
    const copied = await attachDataTransfer(
      { uris: [], media: [], text },
      undefined,
      fixture.captures,
    );
    assert.ok(copied.mentions[0]);
    assert.ok(mentionUri(copied.mentions[0]).endsWith('/src/money.ts#L2:4'));
    const windows = await attachDataTransfer(
      { uris: [], media: [], text: text.replaceAll('\n', '\r\n') },
      undefined,
      fixture.captures,
    );
    assert.deepEqual(windows.mentions, copied.mentions);
    const foreign = await attachDataTransfer(
      { uris: [], media: [], text: 'from\nelsewhere' },
      undefined,
      fixture.captures,
    );
    assert.deepEqual(foreign, { mentions: [], refused: [] });
  });

  it('mentions a notebook cell', async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(1)', 'python'),
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(2)', 'python'),
    ]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    const [mention] = await mentionsFromArguments(
      [notebook.cellAt(1)],
      new TerminalMentions(fixture.captures),
    );
    assert.ok(mention?.kind === 'cell' && mention.index === 1);
    assert.equal(await textOf(mention), 'print(2)');
  });

  it('captures the last command of a terminal with its output', async () => {
    const terminals = new TerminalMentions(fixture.captures);
    const terminal = vscode.window.createTerminal({ name: 'bash', shellPath: '/bin/bash' });
    terminal.show();
    const shell = await waitUntil(() => terminal.shellIntegration);
    shell.executeCommand('echo "two plus two is $((2 + 2))"');
    const text = await waitUntil(async () => {
      const mention = await terminals.lastCommand();
      const found = mention && (await textOf(mention));
      return found?.includes('[exit code 0]') ? found : undefined;
    });
    assert.match(text, /^\$ echo "two plus two[^\n]*\ntwo plus two is 4\n\[exit code 0\]\n$/);
    // An instance that is created after the command finds the output nevertheless.
    const late = new TerminalMentions(fixture.captures);
    const mention = await late.lastCommand();
    assert.ok(mention?.command);
    assert.match(await textOf(mention), /^\$ echo "two plus two[^\n]*\ntwo plus two is 4\n?$/);
    late.dispose();
    terminal.dispose();
    terminals.dispose();
  });

  describe('the menu', () => {
    let files: WorkspaceFiles;
    let menu: MentionCompletionProvider;

    const labels = async (typed: string): Promise<readonly string[]> => {
      const { found } = await menu.find(typed);
      return found.map(({ label, detail }) => (detail ? `${detail}/${label}` : label));
    };

    before(async () => {
      await writeFile(inFolder('.gitignore').fsPath, 'ignored/\n');
      await mkdir(inFolder('ignored').fsPath, { recursive: true });
      await writeFile(inFolder('ignored/secret.ts').fsPath, '');
      files = new WorkspaceFiles(fixture.git);
      menu = new MentionCompletionProvider({
        files,
        recentMentions: new RecentMentions(new MemoryMemento(), files),
        git: fixture.git,
        lastCommandLine: () => 'npm test',
        sessions: () => [{ id: 's1', title: 'Earlier work', agentName: 'Demo' }],
      });
      await files.ready();
    });

    after(async () => {
      files.dispose();
      await rm(inFolder('.gitignore').fsPath);
      await rm(inFolder('ignored').fsPath, { recursive: true });
    });

    it('finds files and folders, without what git ignores', async () => {
      assert.equal((await labels('money'))[0], 'src/money.ts');
      assert.ok((await labels('src')).includes('src/'));
      assert.deepEqual(
        (await labels('secret')).filter(label => label.includes('secret')),
        [],
      );
    });

    it('lists all other context as well', async () => {
      await vscode.window.showTextDocument(inFolder('src/main.ts'), {
        selection: new vscode.Range(0, 0, 1, 0),
      });
      const { found } = await menu.find('');
      assert.deepEqual(
        [...new Set(found.map(({ group }) => group))],
        ['Add Context', 'Recently used'],
      );
      const categories = found.flatMap(({ query, label }) => (query === undefined ? [] : label));
      assert.deepEqual(
        categories.filter(label => label !== 'Problems'), // Language servers may report some.
        ['Files', 'Symbols', 'Git', 'Terminal', 'Sessions'],
      );
      assert.ok((await labels('staged')).includes('Staged changes'));
      assert.ok((await labels('earlier')).includes('Demo/Earlier work'));
      assert.deepEqual((await menu.find('https://example.com/a')).found[0]?.mention, {
        kind: 'url',
        url: 'https://example.com/a',
      });
    });

    it('follows files that are created, moved and deleted', async () => {
      await mkdir(inFolder('fresh').fsPath);
      await writeFile(inFolder('fresh/blossom.ts').fsPath, '');
      await waitUntil(async () => (await labels('blossom')).includes('fresh/blossom.ts'));
      await rm(inFolder('fresh').fsPath, { recursive: true });
      await waitUntil(async () => !(await labels('blossom')).includes('fresh/blossom.ts'));
      assert.deepEqual(await labels('blossom'), []);
    });

    it('finds symbols when asked for them', async () => {
      await vscode.window.showTextDocument(inFolder('src/money.ts'));
      const rows = await waitUntil(async () => {
        const { found } = await menu.find('#');
        return found.length > 0 ? found : undefined;
      });
      const [row] = rows;
      assert.ok(row?.choose !== undefined && menu.findSymbol(row.choose)?.name === row.label);
    });
  });

  it('distinguishes files, folders and documents', async () => {
    assert.equal((await resourceMention(inFolder('src'))).kind, 'folder');
    assert.equal((await resourceMention(inFolder('README.md'))).kind, 'file');
    await assert.rejects(resourceMention(inFolder('nothing')));
  });
});
