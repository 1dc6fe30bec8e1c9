import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';

/** The line a hunk is shown at. A deletion is shown at the line that follows it. */
export function getHunkLine(hunk: Hunk, document: vscode.TextDocument): number {
  return Math.max(0, Math.min(hunk.current.start, document.lineCount - 1));
}

/** The lines of a hunk in the document; an empty range for a deletion. */
export function getHunkRange(hunk: Hunk, document: vscode.TextDocument): vscode.Range {
  const start = getHunkLine(hunk, document);
  const end = Math.max(start, Math.min(hunk.current.end, document.lineCount) - 1);
  return new vscode.Range(start, 0, end, 0);
}
