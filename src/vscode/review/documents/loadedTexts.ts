import type * as vscode from 'vscode';
import { normalizeText } from '../../../core/text/normalizeText.ts';
import { getTextLength } from './openDocument.ts';

/** The texts that are kept per document, and the length beyond which a text is not kept. */
const KEPT_TEXTS = 3;
const TEXT_LIMIT_CHARS = 2_000_000;

/** The last texts that documents loaded from disk or got from agents. */
export class LoadedTexts {
  readonly #texts = new Map<string, readonly string[]>();

  add(document: vscode.TextDocument): void {
    const path = document.uri.fsPath;
    if (getTextLength(document) <= TEXT_LIMIT_CHARS) {
      const text = normalizeText(document.getText());
      this.#texts.set(path, [...(this.#texts.get(path) ?? []), text].slice(-KEPT_TEXTS));
    }
  }

  has(path: string, text: string): boolean {
    return (this.#texts.get(path) ?? []).includes(normalizeText(text));
  }

  delete(path: string): void {
    this.#texts.delete(path);
  }
}
