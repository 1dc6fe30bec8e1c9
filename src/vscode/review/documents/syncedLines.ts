import type * as vscode from 'vscode';
import { joinLines, type Lines } from '../../../core/text/lines.ts';
import { hasText } from './openDocument.ts';

/** Caches which version of which document shows which lines, because comparing long texts takes a while. */
export class SyncedLines {
  readonly #cache = new WeakMap<
    Lines,
    { readonly document: vscode.TextDocument; readonly version: number }
  >();

  set(document: vscode.TextDocument, lines: Lines): void {
    this.#cache.set(lines, { document, version: document.version });
  }

  has(document: vscode.TextDocument, lines: Lines): boolean {
    const cached = this.#cache.get(lines);
    const isCached = cached?.document === document && cached.version === document.version;
    if (!isCached && !hasText(document, joinLines(lines))) {
      return false;
    }
    this.set(document, lines);
    return true;
  }
}
