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
/** How many paths are indexed before other work gets its turn. */
const BATCH_SIZE = 2000;
const DEBOUNCE_MS = 300;
/** With more changes at once it is faster to index everything again. */
const CHANGES_LIMIT = 500;

/**
 * The files of the workspace for the completion of mentions, without those that git ignores or the settings exclude. The
 * first search starts the indexing, after which changes on disk are followed.
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

  /** Settles when the files are indexed. */
  ready(): Promise<void> {
    this.#indexing ??= this.#start();
    return this.#indexing;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The best matches in the index so far. The path of a folder ends in a slash. */
  search(query: FuzzyQuery, limit: number, likelihood: PathBoosts): readonly PathMatch[] {
    void this.ready();
    return this.#tree.search(query, limit, likelihood);
  }

  /** The path of a file in its workspace folder, prefixed with the folder's name if there are several folders. */
  pathOf(uri: vscode.Uri): string | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder && prefixOf(folder) + toSlashes(path.relative(folder.uri.fsPath, uri.fsPath));
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
    this.#disposables.add(watcher.onDidCreate(uri => this.#queueChange(uri)));
    this.#disposables.add(watcher.onDidDelete(uri => this.#queueChange(uri)));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#reindex()));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (['files.exclude', 'search.exclude'].some(name => change.affectsConfiguration(name))) {
          this.#reindex();
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.path.endsWith('/.gitignore')) {
          this.#reindex();
        }
      }),
    );
    await this.#indexFiles();
  }

  #reindex(): void {
    this.#indexing = this.#indexFiles();
  }

  async #indexFiles(): Promise<void> {
    const tree = new FileTree();
    const folders = vscode.workspace.workspaceFolders ?? [];
    for (const folder of folders.filter(({ uri }) => uri.scheme === 'file')) {
      const files = [...(await this.#filesOf(folder))].slice(0, FILES_LIMIT);
      const prefix = prefixOf(folder);
      for (let at = 0; at < files.length; at += BATCH_SIZE) {
        files.slice(at, at + BATCH_SIZE).forEach(file => tree.add(prefix + file));
        await new Promise(setImmediate);
      }
    }
    if (!this.#disposables.isDisposed) {
      this.#tree = tree;
      this.#isReady = true;
    }
  }

  async #filesOf(folder: vscode.WorkspaceFolder): Promise<Iterable<string>> {
    const isExcluded = createExcludeFilter(folder);
    const listed = (await this.#listWithGit(folder.uri)) ?? (await findFiles(folder.uri));
    return [...listed].filter(file => !isExcluded(file));
  }

  /** The files that git lists. Undefined if the workspace is not trusted or git fails. */
  async #listWithGit(folder: vscode.Uri): Promise<Iterable<string> | undefined> {
    if (!vscode.workspace.isTrusted) {
      return undefined;
    }
    const { git } = this.#git;
    try {
      const isRepository = (await findRepositoryRoot(git, folder.fsPath)) !== undefined;
      return isRepository ? await listRepositoryFiles(git, folder.fsPath) : undefined;
    } catch {
      return undefined; // VS Code's own search is used instead.
    }
  }

  #queueChange(uri: vscode.Uri): void {
    this.#changed.set(uri.toString(), uri);
    this.#timer ??= setTimeout(() => void this.#applyChanges(), DEBOUNCE_MS);
  }

  async #applyChanges(): Promise<void> {
    this.#timer = undefined;
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    if (changed.length > CHANGES_LIMIT) {
      this.#reindex();
      return;
    }
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const inFolder = changed.filter(uri => vscode.workspace.getWorkspaceFolder(uri) === folder);
      await this.#applyChangesIn(folder, inFolder);
    }
  }

  async #applyChangesIn(
    folder: vscode.WorkspaceFolder,
    changed: readonly vscode.Uri[],
  ): Promise<void> {
    const isExcluded = createExcludeFilter(folder);
    const names = changed.map(uri => toSlashes(path.relative(folder.uri.fsPath, uri.fsPath)));
    const shown = names.filter(name => name !== '' && !isExcluded(name));
    const ignored = await this.#ignored(folder, shown);
    for (const name of shown.filter(candidate => !ignored.has(candidate))) {
      const type = await getFileType(vscode.Uri.joinPath(folder.uri, name));
      if (type === 'folder') {
        await this.#addBelow(folder, name);
      } else if (type === 'file') {
        this.#tree.add(prefixOf(folder) + name);
      } else {
        this.#tree.removeAll(prefixOf(folder) + name);
      }
    }
  }

  /** For a folder that was moved here, the watcher does not report the files in it. */
  async #addBelow(folder: vscode.WorkspaceFolder, name: string): Promise<void> {
    const isExcluded = createExcludeFilter(folder);
    const target = vscode.Uri.joinPath(folder.uri, name);
    const files = (await this.#listWithGit(target)) ?? (await findFiles(target));
    for (const file of [...files].map(inside => `${name}/${inside}`)) {
      if (!isExcluded(file)) {
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

/** The files that VS Code's own search finds, which honors `files.exclude`. */
async function findFiles(folder: vscode.Uri): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const files = await vscode.workspace.findFiles(pattern, undefined, FILES_LIMIT);
  return files.map(uri => toSlashes(path.relative(folder.fsPath, uri.fsPath)));
}

function createExcludeFilter(folder: vscode.WorkspaceFolder): (file: string) => boolean {
  const get = (name: string): unknown =>
    vscode.workspace.getConfiguration(name, folder.uri).get('exclude');
  return createExcludeMatcher([get('files'), get('search')]);
}

async function getFileType(uri: vscode.Uri): Promise<'file' | 'folder' | undefined> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
  } catch {
    return undefined; // It was deleted.
  }
}

function prefixOf({ index }: vscode.WorkspaceFolder): string {
  const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
  return folderPrefixes(names)[index] ?? '';
}

const toSlashes = (name: string): string => name.split(path.sep).join('/');
