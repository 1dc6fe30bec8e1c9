import type * as vscode from 'vscode';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import { findOpenDocument } from '../../files/findOpenDocument.ts';

/** The document of a file that the user has before them. */
export function getOpenDocument(path: string): vscode.TextDocument | undefined {
  return findOpenDocument({ shown: path, real: path });
}

/** The text of a document as it would be on disk: with the mark that its encoding puts in front. */
export function getExactText(document: vscode.TextDocument): string {
  return MARKED.has(document.encoding) ? `\uFEFF${document.getText()}` : document.getText();
}

/** How many characters a document has, without putting them together. */
export function getTextLength(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}

/** Whether a document shows this text. The line endings of a document are all alike, whatever they are on disk. */
export function hasText(document: vscode.TextDocument, text: string): boolean {
  const [shown, wanted] = [document.getText(), toDisplayText(text)];
  return shown === wanted || withPlainEnds(shown) === withPlainEnds(wanted);
}

const withPlainEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const MARKED = new Set(['utf8bom', 'utf16le', 'utf16be']);
