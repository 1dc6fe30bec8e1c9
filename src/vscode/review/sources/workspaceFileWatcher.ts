import * as vscode from 'vscode';
import type { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import type { Proposals } from '../proposals/proposals.ts';

/** Events that arrive within this time are reported together. */
const BATCH_MS = 20;

/** Reports changes on disk to the review, as VS Code's own watcher sees them: quickly, but not completely. */
export class WorkspaceFileWatcher implements vscode.Disposable {
  readonly #tracker: ChangeTracker;
  readonly #proposals: Proposals;
  readonly #watcher = vscode.workspace.createFileSystemWatcher('**/*');
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tracker: ChangeTracker, proposals: Proposals) {
    this.#tracker = tracker;
    this.#proposals = proposals;
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
      void this.#tracker.handleDiskChange(paths);
      this.#proposals.updateTargets(paths);
    }, BATCH_MS);
  }
}
