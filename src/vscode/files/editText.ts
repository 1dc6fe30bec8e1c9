import * as vscode from 'vscode';
import { replaceEscapedBytes } from '../../agent/review/exactText.ts';
import type { LineEdit } from '../../core/diff/lineEdit.ts';
import { toTextEdits, type TextEdit } from '../../core/diff/minimalEdits.ts';
import type { Lines } from '../../core/text/lines.ts';

/**
 * Edits a document as one undoable step. Returns false if VS Code refused, because the document has another version by then. Editing
 * through a visible editor is twice as fast as through the workspace, which first asks a worker for smaller edits.
 */
export async function editText(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  const { version } = document;
  const editor = vscode.window.visibleTextEditors.find(one => one.document === document);
  const isDone = await editor
    ?.edit(builder => edits.forEach(edit => builder.replace(toRange(edit), edit.text)))
    .then(done => done, returnFalse);
  return isDone || (document.version === version && editTextInWorkspace(document, edits));
}

/** A read-only editor refuses too, and one that was just closed throws. */
const returnFalse = (): boolean => false;

/** Applies edits of a file's lines to the document that shows the file. */
export function editLines(
  document: vscode.TextDocument,
  lines: Lines,
  edits: readonly LineEdit[],
): Promise<boolean> {
  return editText(document, toDocumentEdits(lines, edits));
}

/** Converts edits of a file's lines to edits of the document that shows it, which has no byte order mark. */
export function toDocumentEdits(lines: Lines, edits: readonly LineEdit[]): readonly TextEdit[] {
  return toTextEdits(
    withoutByteOrderMark(lines, 0),
    edits.map(edit => ({
      range: edit.range,
      lines: withoutByteOrderMark(edit.lines.map(replaceEscapedBytes), edit.range.start),
    })),
  );
}

const withoutByteOrderMark = (lines: Lines, start: number): Lines => {
  const [first] = lines;
  return start === 0 && first?.startsWith('\uFEFF') ? lines.with(0, first.slice(1)) : lines;
};

/** Edits a document that no editor shows. */
export async function editTextInWorkspace(
  { uri }: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edits.forEach(one => edit.replace(uri, toRange(one), one.text));
  return vscode.workspace.applyEdit(edit);
}

const toRange = ({ start, end }: TextEdit): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
