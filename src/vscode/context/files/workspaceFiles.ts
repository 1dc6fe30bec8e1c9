import path from 'node:path';
import * as vscode from 'vscode';
import { filterIgnored, listRepositoryFiles } from '../../../agent/git/listRepositoryFiles.ts';
import { findRepositoryRoot } from '../../../agent/git/repository.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { createExcludeMatcher } from '../../../core/search/excludeMatcher.ts';
import { FileTree } from '../../../core/search/fileTree.ts';
import { folderPrefixes } from '../../../core/search/folderPrefixes.ts';
import type { FuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import type { PathBoosts, PathMatch } from '../../../core/search/bestPaths.ts';
import type { GitAccess } from '../git/gitAccess.ts';

const FILES_LIMIT = 300_000;
/** How many paths are taken in before other work gets its turn. */
const BATCH = 2000;
const CHANGES_SETTLE_MS = 300;
/** With more changes at once it is quicker to look at everything again. */
const CHANGES_LIMIT = 500;

/**
 * The files of the workspace for the mention menu: those git does not ignore and the settings do not hide. The first
 * search starts the reading; from then on changes on disk are followed.
 */
export class WorkspaceFiles implements vscode.Disposable {
  readonly #git: GitAccess;
  readonly #disposables = new DisposableStore();
  #tree = new FileTree();
  #indexing: Promise<void> | undefined;
  #isReady = false;
  #changed = new Map<string, vscode.Uri>();
  #timer: NodeJS.Timeout | undefined;

  constructor(git: GitAccess) {
    this.#git = git;
  }

  /** Settles when the files are known. */
  ready(): Promise<void> {
    this.#indexing ??= this.#start();
    return this.#indexing;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The best matches so far, best first; a folder's path ends in a slash. */
  search(query: FuzzyQuery, limit: number, likely: PathBoosts): readonly PathMatch[] {
    void this.ready();
    return this.#tree.search(query, limit, likely);
  }

  /** How a file is called here: its path in the folder, after the folder's name where there are several. */
  pathOf(uri: vscode.Uri): string | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder && prefixOf(folder) + slashes(path.relative(folder.uri.fsPath, uri.fsPath));
  }

  uriOf(name: string): vscode.Uri | undefined {
    const folder = (vscode.workspace.workspaceFolders ?? []).find(candidate =>
      name.startsWith(prefixOf(candidate)),
    );
    return folder && vscode.Uri.joinPath(folder.uri, name.slice(prefixOf(folder).length));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #start(): Promise<void> {
    const watcher = this.#disposables.add(
      vscode.workspace.createFileSystemWatcher('**/*', false, true),
    );
    this.#disposables.add(watcher.onDidCreate(uri => this.#note(uri)));
    this.#disposables.add(watcher.onDidDelete(uri => this.#note(uri)));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#again()));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (['files.exclude', 'search.exclude'].some(name => change.affectsConfiguration(name))) {
          this.#again();
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith('/.gitignore')) {
          this.#again();
        }
      }),
    );
    await this.#readMentions();
  }

  #again(): void {
    this.#indexing = this.#readMentions();
  }

  async #readMentions(): Promise<void> {
    const tree = new FileTree();
    const folders = vscode.workspace.workspaceFolders ?? [];
    for (const folder of folders.filter(({ uri }) => uri.scheme === 'file')) {
      const files = [...(await this.#filesOf(folder))].slice(0, FILES_LIMIT);
      const prefix = prefixOf(folder);
      for (let at = 0; at < files.length; at += BATCH) {
        files.slice(at, at + BATCH).forEach(file => tree.add(prefix + file));
        await new Promise(setImmediate);
      }
    }
    if (!this.#disposables.isDisposed) {
      this.#tree = tree;
      this.#isReady = true;
    }
  }

  async #filesOf(folder: vscode.WorkspaceFolder): Promise<Iterable<string>> {
    const isHidden = hiddenIn(folder);
    const listed = (await this.#listed(folder.uri)) ?? (await found(folder.uri));
    return [...listed].filter(file => !isHidden(file));
  }

  /** What git lists, where it may be asked and answers. */
  async #listed(folder: vscode.Uri): Promise<Iterable<string> | undefined> {
    if (!vscode.workspace.isTrusted) {
      return undefined;
    }
    const { git } = this.#git;
    try {
      const isRepository = (await findRepositoryRoot(git, folder.fsPath)) !== undefined;
      return isRepository ? await listRepositoryFiles(git, folder.fsPath) : undefined;
    } catch {
      return undefined; // Without git the editor's own search knows the files.
    }
  }

  #note(uri: vscode.Uri): void {
    this.#changed.set(uri.toString(), uri);
    this.#timer ??= setTimeout(() => void this.#follow(), CHANGES_SETTLE_MS);
  }

  async #follow(): Promise<void> {
    this.#timer = undefined;
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    if (changed.length > CHANGES_LIMIT) {
      this.#again();
      return;
    }
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const inFolder = changed.filter(uri => vscode.workspace.getWorkspaceFolder(uri) === folder);
      await this.#followIn(folder, inFolder);
    }
  }

  async #followIn(folder: vscode.WorkspaceFolder, changed: readonly vscode.Uri[]): Promise<void> {
    const isHidden = hiddenIn(folder);
    const names = changed.map(uri => slashes(path.relative(folder.uri.fsPath, uri.fsPath)));
    const shown = names.filter(name => name !== '' && !isHidden(name));
    const ignored = await this.#ignored(folder, shown);
    for (const name of shown.filter(candidate => !ignored.has(candidate))) {
      const type = await typeOf(vscode.Uri.joinPath(folder.uri, name));
      if (type === 'folder') {
        await this.#addBelow(folder, name);
      } else if (type === 'file') {
        this.#tree.add(prefixOf(folder) + name);
      } else {
        this.#tree.removeAll(prefixOf(folder) + name);
      }
    }
  }

  /** A folder that was moved here tells nothing of what is in it. */
  async #addBelow(folder: vscode.WorkspaceFolder, name: string): Promise<void> {
    const isHidden = hiddenIn(folder);
    const place = vscode.Uri.joinPath(folder.uri, name);
    const files = (await this.#listed(place)) ?? (await found(place));
    for (const file of [...files].map(inside => `${name}/${inside}`)) {
      if (!isHidden(file)) {
        this.#tree.add(prefixOf(folder) + file);
      }
    }
  }

  async #ignored(
    folder: vscode.WorkspaceFolder,
    names: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (!vscode.workspace.isTrusted) {
      return new Set();
    }
    return filterIgnored(this.#git.git, folder.uri.fsPath, names).catch(() => new Set<string>());
  }
}

/** As the editor's own search finds them; it knows `files.exclude`. */
async function found(folder: vscode.Uri): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const files = await vscode.workspace.findFiles(pattern, undefined, FILES_LIMIT);
  return files.map(uri => slashes(path.relative(folder.fsPath, uri.fsPath)));
}

function hiddenIn(folder: vscode.WorkspaceFolder): (file: string) => boolean {
  const get = (name: string): unknown =>
    vscode.workspace.getConfiguration(name, folder.uri).get('exclude');
  return createExcludeMatcher([get('files'), get('search')]);
}

async function typeOf(uri: vscode.Uri): Promise<'file' | 'folder' | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
  } catch {
    return undefined; // It is gone.
  }
}

function prefixOf({ index }: vscode.WorkspaceFolder): string {
  const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
  return folderPrefixes(names)[index] ?? '';
}

const slashes = (name: string): string => name.split(path.sep).join('/');
