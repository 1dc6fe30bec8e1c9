import type * as vscode from 'vscode';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import { findOpenDocument } from '../../files/findOpenDocument.ts';

/** The open document of a file, if there is one. */
export function getOpenDocument(path: string): vscode.TextDocument | undefined {
  return findOpenDocument({ shown: path, real: path });
}

/** The text of a document as it would be on disk, with the byte order mark of its encoding. */
export function getExactText(document: vscode.TextDocument): string {
  return toExactText(document, document.getText());
}

/** The same for a text that the document had, or will have. */
export function toExactText({ encoding }: vscode.TextDocument, text: string): string {
  return ENCODINGS_WITH_MARK.has(encoding) ? `\uFEFF${text}` : text;
}

/** Whether a document shows this text. A document has one kind of line ending, whatever the file on disk has. */
export function hasText(document: vscode.TextDocument, text: string): boolean {
  const [actual, expected] = [document.getText(), toDisplayText(text)];
  return actual === expected || normalizeEol(actual) === normalizeEol(expected);
}

/** Converts all line endings to `\n`. */
export const normalizeEol = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const ENCODINGS_WITH_MARK = new Set(['utf8bom', 'utf16le', 'utf16be']);
