import type * as vscode from 'vscode';

/** VS Code may take so long to look at a file that was written beneath it. */
const LOOKS_WITHIN_MS = 3_000;

/**
 * Documents beneath which we wrote a moment ago, and the version they had. As long as it is the same VS Code may not have
 * looked: a text that was there before, and is there again, is not read anew, but VS Code would not save it either.
 */
export class RecentDiskWrites {
  readonly #noted = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly atMs: number }
  >();

  /** Its file is about to be written. */
  add(document: vscode.TextDocument): void {
    this.#noted.set(document, { version: document.version, atMs: Date.now() });
  }

  has(document: vscode.TextDocument): boolean {
    const noted = this.#noted.get(document);
    return (
      noted !== undefined &&
      noted.version === document.version &&
      Date.now() - noted.atMs < LOOKS_WITHIN_MS
    );
  }
}
