import type * as vscode from 'vscode';

/** VS Code can take this long to notice that a file was written. */
const RELOAD_DELAY_MS = 3_000;

/**
 * Documents whose files we wrote a moment ago, and the version they had. While the version is the same VS Code may not have
 * noticed the write. If the new text equals an earlier one VS Code does not reload it, and it would not save it either.
 */
export class RecentDiskWrites {
  readonly #writes = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly atMs: number }
  >();

  /** Call this before the file of the document is written. */
  add(document: vscode.TextDocument): void {
    this.#writes.set(document, { version: document.version, atMs: Date.now() });
  }

  has(document: vscode.TextDocument): boolean {
    const write = this.#writes.get(document);
    return (
      write !== undefined &&
      write.version === document.version &&
      Date.now() - write.atMs < RELOAD_DELAY_MS
    );
  }
}
