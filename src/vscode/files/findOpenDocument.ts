import * as vscode from 'vscode';
import type { FileLocation } from '../../agent/files/documents.ts';

/** The document of a file that is open in a tab or has unsaved edits. */
export function findOpenDocument(location: FileLocation): vscode.TextDocument | undefined {
  const paths = new Set([location.shown, location.real]);
  const found = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed && paths.has(uri.fsPath),
  );
  return found.find(({ isDirty }) => isDirty) ?? found.find(({ uri }) => isInTab(uri));
}

/** Extensions open documents too, without a tab; those are ignored. */
function isInTab(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return vscode.window.tabGroups.all.some(group =>
    group.tabs.some(({ input }) => getUris(input).some(shown => shown.toString() === key)),
  );
}

function getUris(input: unknown): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
