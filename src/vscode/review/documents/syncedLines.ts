import type * as vscode from 'vscode';
import { joinLines, type Lines } from '../../../core/text/lines.ts';
import { hasText } from './openDocument.ts';

/** Knows which document, at which version, shows which lines: to compare a long one takes a moment. */
export class SyncedLines {
  readonly #seen = new WeakMap<
    Lines,
    { readonly document: vscode.TextDocument; readonly version: number }
  >();

  /** The document shows these lines now. */
  set(document: vscode.TextDocument, lines: Lines): void {
    this.#seen.set(lines, { document, version: document.version });
  }

  has(document: vscode.TextDocument, lines: Lines): boolean {
    const seen = this.#seen.get(lines);
    const isSeen = seen?.document === document && seen.version === document.version;
    if (!isSeen && !hasText(document, joinLines(lines))) {
      return false;
    }
    this.set(document, lines);
    return true;
  }
}
