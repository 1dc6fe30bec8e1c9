import * as vscode from 'vscode';

/** Events that come this close together are told together. */
const GATHER_MS = 20;

/** Tells of files that change on disk, as VS Code's own watcher sees it: fast, but not complete. */
export class WorkspaceFileWatcher implements vscode.Disposable {
  readonly #tell: (paths: readonly string[]) => void;
  readonly #watcher = vscode.workspace.createFileSystemWatcher('**/*');
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (paths: readonly string[]) => void) {
    this.#tell = tell;
    const hear = (uri: vscode.Uri): void => this.#hear(uri);
    this.#watcher.onDidChange(hear);
    this.#watcher.onDidCreate(hear);
    this.#watcher.onDidDelete(hear);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watcher.dispose();
  }

  #hear(uri: vscode.Uri): void {
    if (uri.scheme !== 'file') {
      return;
    }
    this.#paths.add(uri.fsPath);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const paths = [...this.#paths];
      this.#paths.clear();
      this.#tell(paths);
    }, GATHER_MS);
  }
}
