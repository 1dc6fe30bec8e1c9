import * as vscode from 'vscode';

/** Events that arrive within this time are reported together. */
const BATCH_MS = 20;

/** Reports files that change on disk, as VS Code's own watcher sees them: quickly, but not completely. */
export class WorkspaceFileWatcher implements vscode.Disposable {
  readonly #report: (paths: readonly string[]) => void;
  readonly #watcher = vscode.workspace.createFileSystemWatcher('**/*');
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (paths: readonly string[]) => void) {
    this.#report = report;
    const handle = (uri: vscode.Uri): void => this.#handleEvent(uri);
    this.#watcher.onDidChange(handle);
    this.#watcher.onDidCreate(handle);
    this.#watcher.onDidDelete(handle);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watcher.dispose();
  }

  #handleEvent(uri: vscode.Uri): void {
    if (uri.scheme !== 'file') {
      return;
    }
    this.#paths.add(uri.fsPath);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const paths = [...this.#paths];
      this.#paths.clear();
      this.#report(paths);
    }, BATCH_MS);
  }
}
