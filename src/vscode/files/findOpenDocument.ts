import * as vscode from 'vscode';
import type { FileLocation } from '../../agent/files/documents.ts';

/** The document of a file that the user has before them: in a tab, or with unsaved edits. */
export function findOpenDocument(place: FileLocation): vscode.TextDocument | undefined {
  const paths = new Set([place.shown, place.real]);
  const found = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed && paths.has(uri.fsPath),
  );
  return found.find(({ isDirty }) => isDirty) ?? found.find(({ uri }) => isInTab(uri));
}

/** Extensions read documents too, without a tab; those are nobody's to look after. */
function isInTab(uri: vscode.Uri): boolean {
  const wanted = uri.toString();
  return vscode.window.tabGroups.all.some(group =>
    group.tabs.some(({ input }) => urisOf(input).some(shown => shown.toString() === wanted)),
  );
}

function urisOf(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
