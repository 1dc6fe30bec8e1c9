import type * as vscode from 'vscode';
import { openDocument } from '../files/openDocument.ts';

/** The document of a file that the user has before them. */
export function documentAt(path: string): vscode.TextDocument | undefined {
  return openDocument({ shown: path, real: path });
}

/** The text of a document as it would be on disk: with the mark that its encoding puts in front. */
export function exactTextOf(document: vscode.TextDocument): string {
  return MARKED.has(document.encoding) ? `\uFEFF${document.getText()}` : document.getText();
}

const MARKED = new Set(['utf8bom', 'utf16le', 'utf16be']);
