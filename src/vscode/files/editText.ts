import * as vscode from 'vscode';
import type { TextEdit } from '../../core/diff/minimalEdits.ts';

/**
 * Edits a document as one undoable step; answers whether it was done. VS Code refuses if the document has another version by
 * then. Through an editor that shows it this is twice as fast as through the workspace, which first asks a worker for smaller
 * edits than these.
 */
export async function editText(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  const { version } = document;
  const editor = vscode.window.visibleTextEditors.find(one => one.document === document);
  const isDone = await editor
    ?.edit(builder => edits.forEach(edit => builder.replace(rangeOf(edit), edit.text)))
    .then(done => done, refuses);
  return isDone || (document.version === version && editTextInWorkspace(document, edits));
}

/** An editor that is read-only refuses as well, and one that was closed a moment ago fails. */
const refuses = (): boolean => false;

/** The same without an editor. */
export async function editTextInWorkspace(
  { uri }: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<boolean> {
  const all = new vscode.WorkspaceEdit();
  edits.forEach(edit => all.replace(uri, rangeOf(edit), edit.text));
  return vscode.workspace.applyEdit(all);
}

const rangeOf = ({ start, end }: TextEdit): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
