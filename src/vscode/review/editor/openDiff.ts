import path from 'node:path';
import * as vscode from 'vscode';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { toBaseUri, toReviewUri } from '../documents/reviewUri.ts';

/** Opens a diff editor that compares a file with its base. */
export async function openDiff(
  file: ReviewedFile,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const { path: filePath } = file.current;
  const uri = toReviewUri(filePath);
  const base = toBaseUri(filePath);
  const name = path.basename(uri.path);
  const title = file.proposal
    ? vscode.l10n.t('{0} (proposed, not written yet)', name)
    : vscode.l10n.t('{0} (agent changes)', name);
  const status = getFileStatus(file);
  if (status === 'binary') {
    await vscode.commands.executeCommand('vscode.open', uri);
  } else if (status === 'deleted') {
    await vscode.commands.executeCommand(
      'vscode.open',
      base,
      undefined,
      vscode.l10n.t('{0} (deleted)', name),
    );
  } else {
    await vscode.commands.executeCommand('vscode.diff', base, uri, title, options);
  }
}

/** Opens all pending files in one multi-diff editor. */
export async function openChanges(files: readonly ReviewedFile[]): Promise<void> {
  const resources = files
    .filter(file => getFileStatus(file) !== 'binary')
    .map(file => {
      const uri = toReviewUri(file.current.path);
      const status = getFileStatus(file);
      return [
        uri,
        status === 'created' ? undefined : toBaseUri(file.current.path),
        status === 'deleted' ? undefined : uri,
      ];
    });
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Agent Changes'), resources);
}
