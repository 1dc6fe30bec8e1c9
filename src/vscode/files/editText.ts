import * as vscode from 'vscode';
import type { TextEdit } from '../../core/diff/minimalEdits.ts';

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

/** A read-only editor returnFalse too, and one that was just closed throws. */
const returnFalse = (): boolean => false;

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
