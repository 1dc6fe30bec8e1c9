import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { MentionSuggestion } from '../../../../../src/core/chat/messages.ts';
import type { Attachment } from '../../../../../src/core/prompt/attachment.ts';
import type { Mention } from '../../../../../src/core/prompt/mention/mention.ts';
import { attachDataTransfer } from '../../../../../src/vscode/context/attachDataTransfer.ts';
import {
  resourceMention,
  toUriString,
} from '../../../../../src/vscode/context/editor/documentMentions.ts';
import { MentionCompletionProvider } from '../../../../../src/vscode/context/completion/mentionCompletionProvider.ts';
import { RecentMentions } from '../../../../../src/vscode/context/files/recentMentions.ts';
import { createSymbolMention } from '../../../../../src/vscode/context/editor/symbols.ts';
import { WorkspaceFiles } from '../../../../../src/vscode/context/files/workspaceFiles.ts';
import { closeEditors, MentionFixture } from '../../../mentionFixture.ts';
import { MemoryMemento } from '../../../memoryMemento.ts';
import { waitUntil } from '../../../../harness/waitUntil.ts';

describe('MentionCompletionProvider', () => {
  let fixture: MentionFixture;
  let files: WorkspaceFiles;
  let recentMentions: RecentMentions;
  let menu: MentionCompletionProvider;

  const inFolder = (name: string): vscode.Uri => fixture.inFolder(name);
  const read = (mention: Mention): Promise<Attachment> => fixture.read(mention);
  const rows = async (typed: string): Promise<readonly MentionSuggestion[]> =>
    (await menu.find(typed)).found;
  const row = async (typed: string, label: string): Promise<MentionSuggestion> => {
    const found = (await rows(typed)).find(candidate => candidate.label === label);
    assert.ok(found, `"${typed}" does not find "${label}"`);
    return found;
  };

  const firstZebra = async (): Promise<string | undefined> => {
    const [best] = (await rows('zebra')).filter(({ mention }) => mention?.kind === 'file');
    return best?.detail;
  };

  before(async () => {
    fixture = await MentionFixture.open(id => (id === 's1' ? '# Earlier work' : undefined));
    files = new WorkspaceFiles(fixture.git);
    recentMentions = new RecentMentions(new MemoryMemento(), files);
    menu = new MentionCompletionProvider({
      files,
      recentMentions,
      git: fixture.git,
      lastCommandLine: () => 'npm test',
      sessions: () => [{ id: 's1', title: 'Earlier work', agentName: 'Demo' }],
    });
    await files.ready();
  });

  after(async () => {
    files.dispose();
    await fixture.close();
  });

  afterEach(closeEditors);

  it('lists editors, the selection, git, problems, terminals, sessions, web pages and images', async () => {
    const problems = vscode.languages.createDiagnosticCollection('test');
    const wrong = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'wrong');
    problems.set(inFolder('src/main.ts'), [wrong]);
    const buffer = await vscode.workspace.openTextDocument({ content: 'a draft' });
    await vscode.window.showTextDocument(buffer, { preview: false });
    await vscode.window.showTextDocument(inFolder('src/group.ts'), { preview: false });
    await vscode.window.showTextDocument(inFolder('src/main.ts'), {
      preview: false,
      selection: new vscode.Range(0, 0, 1, 0),
    });
    const terminal = vscode.window.createTerminal('bash');
    terminal.show(true);
    try {
      await waitUntil(() => vscode.window.activeTerminal === terminal);
      const labels = await waitUntil(async () => {
        const prefixes = ['', 'git:', 'problem:', 'terminal:', 'session:'];
        const found = (await Promise.all(prefixes.map(rows))).flat().map(({ label }) => label);
        return found.includes('Changes since main') ? found : undefined;
      });
      assert.equal(labels.filter(label => label === 'main.ts').length, 1);
      for (const label of [
        'main.ts:1',
        'main.ts',
        'group.ts',
        path.basename(buffer.uri.path),
        'Uncommitted changes',
        'Staged changes',
        'Changes since main',
        'Changes in main.ts',
        'Changes since branch...',
        'Commit...',
        'All problems',
        'All errors',
        'Problems in this file',
        'Last command',
        'Terminal selection',
        'Earlier work',
        'File or image from disk...',
        'Web page...',
      ]) {
        assert.ok(labels.includes(label), `no "${label}" among ${labels.join(', ')}`);
      }
    } finally {
      terminal.dispose();
      problems.dispose();
    }
  });

  it('starts with the categories, and filters the one that is named', async () => {
    await vscode.window.showTextDocument(inFolder('src/main.ts'));
    const overview = await rows('');
    assert.equal(overview[0]?.query, 'file:');
    assert.ok(overview.length <= 16, `${overview.length} rows`);
    assert.deepEqual(
      (await rows('git:stag')).map(({ label }) => label),
      ['Staged changes'],
    );
    const found = await rows('file:money');
    assert.ok(found.length > 0 && found.every(({ mention }) => mention?.kind !== 'gitDiff'));
  });

  it('does not offer previews', async () => {
    const previews = vscode.workspace.registerTextDocumentContentProvider('preview-test', {
      provideTextDocumentContent: () => 'a preview',
    });
    try {
      await vscode.window.showTextDocument(vscode.Uri.parse('preview-test:/Staged.diff'));
      const found = [...(await rows('')), ...(await rows('Staged'))];
      assert.deepEqual(
        found.filter(({ label }) => label.includes('Staged.diff')),
        [],
      );
    } finally {
      previews.dispose();
    }
  });

  it('lists the cells of a notebook', async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(1)', 'python'),
    ]);
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', data);
    await vscode.window.showNotebookDocument(notebook);
    const cell = await waitUntil(async () =>
      (await rows('')).find(found => found.mention?.kind === 'cell'),
    );
    assert.ok(cell.mention);
    assert.deepEqual(await read(cell.mention), {
      kind: 'text',
      text: 'print(1)',
      mimeType: 'text/plain',
    });
  });

  it('lists symbols of files that are not open, with all their lines', async () => {
    await vscode.window.showTextDocument(inFolder('src/main.ts'));
    const found = await waitUntil(async () =>
      (await rows('parseAmount')).find(({ label, choose }) => label === 'parseAmount' && choose),
    );
    const symbol = menu.findSymbol(found.choose ?? '');
    assert.ok(symbol);
    const mention = await createSymbolMention(symbol);
    const attachment = await read(mention);
    assert.ok(attachment.kind === 'text' && /function parseAmount[^]*\}/.test(attachment.text));
  });

  it('lists files that are open or nearby first', async () => {
    await writeFile(inFolder('src/zebra.ts').fsPath, '');
    await writeFile(inFolder('test/zebra.ts').fsPath, '');
    try {
      await waitUntil(async () => (await rows('zebra')).length >= 2);
      await vscode.window.showTextDocument(inFolder('test/all.ts'));
      assert.equal(await waitUntil(firstZebra), 'test');
      await vscode.window.showTextDocument(inFolder('src/main.ts'));
      assert.equal(await firstZebra(), 'src');
      await recentMentions.add([{ kind: 'file', uri: toUriString(inFolder('test/zebra.ts')) }]);
      assert.equal(await firstZebra(), 'test');
    } finally {
      await rm(inFolder('src/zebra.ts').fsPath);
      await rm(inFolder('test/zebra.ts').fsPath);
    }
  });

  it('leaves out excluded files as soon as the settings exclude them', async () => {
    const search = vscode.workspace.getConfiguration('search');
    await row('settle', 'settle.ts');
    try {
      await search.update(
        'exclude',
        { '**/settle.ts': true },
        vscode.ConfigurationTarget.Workspace,
      );
      await waitUntil(
        async () => !(await rows('settle')).some(({ label }) => label === 'settle.ts'),
      );
    } finally {
      await search.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
      await rm(inFolder('.vscode').fsPath, { recursive: true, force: true });
    }
    await waitUntil(async () => (await rows('settle')).some(({ label }) => label === 'settle.ts'));
  });

  it('reports that it is still indexing', async () => {
    const fresh = new WorkspaceFiles(fixture.git);
    const first = new MentionCompletionProvider({
      files: fresh,
      recentMentions,
      git: fixture.git,
      lastCommandLine: () => undefined,
      sessions: () => [],
    });
    assert.equal((await first.find('')).indexing, true);
    await fresh.ready();
    assert.equal((await first.find('')).indexing, false);
    fresh.dispose();
  });

  it('lists the changes of each repository under its name', async () => {
    const nested = inFolder('nested').fsPath;
    await mkdir(nested);
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: nested });
    await writeFile(path.join(nested, 'inner.ts'), 'export {};\n');
    await writeFile(inFolder('outer.ts').fsPath, 'export {};\n');
    try {
      const api = vscode.extensions.getExtension('vscode.git');
      const exported: unknown = await api?.activate();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API of another extension
      const open = (
        exported as { getAPI(version: 1): { openRepository(uri: vscode.Uri): Promise<unknown> } }
      ).getAPI(1);
      await open.openRepository(vscode.Uri.file(nested));
      await waitUntil(async () => (await fixture.git.repositories()).length === 2);

      const attachment = await read({ kind: 'gitDiff', diff: { kind: 'workingTree' } });
      assert.ok(attachment.kind === 'text', JSON.stringify(attachment));
      assert.ok(attachment.text.includes(`Repository ${fixture.folder}\n`));
      assert.ok(attachment.text.includes(`Repository ${nested}\n`));
      assert.match(attachment.text, /\+\+\+ b\/inner\.ts/);
      assert.match(attachment.text, /\+\+\+ b\/outer\.ts/);
    } finally {
      await vscode.commands.executeCommand('git.close', vscode.Uri.file(nested));
      await rm(nested, { recursive: true, force: true });
      await rm(inFolder('outer.ts').fsPath);
    }
  });

  it('creates mentions for dropped files, folders and audio', async () => {
    const uris = [inFolder('src/main.ts'), inFolder('src')].map(toUriString);
    const dropped = await attachDataTransfer({ uris, media: [] }, undefined, fixture.captures);
    assert.deepEqual(
      dropped.mentions.map(({ kind }) => kind),
      ['file', 'folder'],
    );
    const wave = Buffer.concat([
      Buffer.from('RIFF'),
      Buffer.of(4, 0, 0, 0),
      Buffer.from('WAVEfmt '),
      Buffer.alloc(16),
    ]);
    const media = [{ name: 'note.wav', mimeType: 'audio/wav', data: wave.toString('base64') }];
    const { mentions } = await attachDataTransfer({ uris: [], media }, undefined, fixture.captures);
    const [sound] = mentions;
    assert.ok(sound?.kind === 'audio');
    assert.equal((await read(sound)).kind, 'audio');
    const deaf = { image: true, audio: false, embeddedContext: true };
    const refused = await attachDataTransfer({ uris: [], media }, deaf, fixture.captures);
    assert.match(refused.refused.join(''), /doesn't support audio/);
    const gone = await attachDataTransfer(
      { uris: ['file:///gone'], media: [] },
      undefined,
      fixture.captures,
    );
    assert.match(gone.refused.join(''), /Couldn't read/);
  });

  it('lists documents that are not files, as in a virtual workspace', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('accord-test', {
      provideTextDocumentContent: () => 'far away',
    });
    try {
      const mention = await resourceMention(vscode.Uri.parse('accord-test:/far/away.ts'));
      assert.equal(mention.kind, 'buffer');
      assert.deepEqual(await read(mention), {
        kind: 'text',
        text: 'far away',
        mimeType: 'text/plain',
      });
    } finally {
      provider.dispose();
    }
  });

  it('lists earlier sessions, and reports when none has the name', async () => {
    const { mention } = await row('earlier', 'Earlier work');
    assert.ok(mention);
    assert.deepEqual(await read(mention), {
      kind: 'text',
      text: '# Earlier work',
      mimeType: 'text/markdown',
    });
    const none = await read({ kind: 'session', id: 'none', title: '' });
    assert.deepEqual(none, { kind: 'missing', reason: 'the session no longer exists' });
  });
});
