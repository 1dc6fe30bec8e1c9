import path from 'node:path';
import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { BASE_SCHEME, toBaseUri, toDeletedUri, toReviewUri } from '../documents/reviewUri.ts';

/** Opens a diff editor that compares a file with its base, at a hunk. Without a hunk it opens at the first one. */
export async function openDiff(
  file: ReviewedFile,
  hunk: Hunk | undefined = file.hunks[0],
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const { path: filePath } = file.current;
  const status = getFileStatus(file);
  if (status === 'binary') {
    await vscode.commands.executeCommand('vscode.open', toReviewUri(filePath), options);
    return;
  }
  const line = hunk?.current.start ?? 0;
  await vscode.commands.executeCommand(
    'vscode.diff',
    toBaseUri(filePath),
    status === 'deleted' ? toDeletedUri(filePath) : toReviewUri(filePath),
    getTitle(file),
    { preview: true, selection: new vscode.Range(line, 0, line, 0), ...options },
  );
}

function getTitle(file: ReviewedFile): string {
  const name = path.basename(toReviewUri(file.current.path).path);
  if (file.proposal) {
    return vscode.l10n.t('{0} (proposed)', name);
  }
  switch (getFileStatus(file)) {
    case 'created':
      return vscode.l10n.t('{0} (created by agent)', name);
    case 'deleted':
      return vscode.l10n.t('{0} (deleted by agent)', name);
    case 'renamed':
      return vscode.l10n.t('{0} → {1} (renamed by agent)', path.basename(file.base.path), name);
    case 'binary':
    case 'modified':
    case 'resolved':
      return vscode.l10n.t('{0} (agent changes)', name);
  }
}

/** Whether a tab is a diff editor that was opened for the review. */
export const isReviewDiff = (tab: vscode.Tab | undefined): boolean =>
  tab?.input instanceof vscode.TabInputTextDiff && tab.input.original.scheme === BASE_SCHEME;

const overviewTitle = (): string => vscode.l10n.t('Agent Changes');

/** Whether a tab is the multi-diff editor with all pending files, to whose title VS Code adds their number. */
export const isOverview = (tab: vscode.Tab | undefined): boolean =>
  tab?.label.startsWith(`${overviewTitle()} (`) === true;

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
  await vscode.commands.executeCommand('vscode.changes', overviewTitle(), resources);
}
