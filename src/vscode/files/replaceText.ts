import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toEdits } from '../../core/diff/lineEdit.ts';
import { minimalEdits, toTextEdits, type TextEdit } from '../../core/diff/minimalEdits.ts';
import { sparseDiff } from '../../core/diff/sparseDiff.ts';
import { splitLines } from '../../core/text/lines.ts';
import { editText } from './editText.ts';

/** Longer texts are compared in steps. */
const LONG_CHARS = 500_000;

/** Replaces only the characters that differ, as one undoable step, so that cursors, folds and the scroll position stay in place. */
export async function replaceText(
  document: vscode.TextDocument,
  before: string,
  after: string,
): Promise<boolean> {
  const { version } = document;
  const edits = await editsBetween(before, after);
  if (edits.length === 0 || document.version !== version) {
    return document.version === version;
  }
  const shift = linesAddedAbove(document, edits);
  const isDone = await editText(document, edits);
  if (isDone && shift !== 0) {
    await scroll(shift);
  }
  return isDone;
}

/** Splitting and comparing a long text takes a while each, so other work is let in between. */
async function editsBetween(before: string, after: string): Promise<readonly TextEdit[]> {
  if (before.length < LONG_CHARS) {
    return minimalEdits(before, after);
  }
  await setImmediate();
  const lines = splitLines(before);
  await setImmediate();
  const wanted = splitLines(after);
  await setImmediate();
  return toTextEdits(lines, toEdits(sparseDiff(lines, wanted), wanted));
}

/** Converts line endings to those of a document, which has one kind throughout, whatever its file has. */
export function toDocumentEol({ eol }: vscode.TextDocument, text: string): string {
  if (eol === vscode.EndOfLine.LF) {
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }
  return text.replaceAll(/\r\n?|\n/g, '\r\n');
}

/** By how many lines the visible text of the active editor would move. */
function linesAddedAbove(document: vscode.TextDocument, edits: readonly TextEdit[]): number {
  const editor = vscode.window.activeTextEditor;
  const top = editor?.document === document ? (editor.visibleRanges[0]?.start.line ?? 0) : 0;
  return edits
    .filter(({ end }) => end.line < top)
    .reduce(
      (sum, { start, end, text }) => sum + text.split('\n').length - 1 - (end.line - start.line),
      0,
    );
}

async function scroll(lines: number): Promise<void> {
  await vscode.commands.executeCommand('editorScroll', {
    to: lines > 0 ? 'down' : 'up',
    by: 'line',
    value: Math.abs(lines),
    revealCursor: false,
  });
}
