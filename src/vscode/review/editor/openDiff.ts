import path from 'node:path';
import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import {
  getFileStatus,
  isText,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import { showInformationMessage } from '../../notifications.ts';
import { BASE_SCHEME, toBaseUri, toDeletedUri, toReviewUri } from '../documents/reviewUri.ts';

/** Opens a diff editor that compares a file with its base, at a hunk. Without a hunk it opens at the first one. */
export async function openDiff(
  file: ReviewedFile,
  hunk: Hunk | undefined = file.hunks[0],
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const { path: filePath } = file.current;
  const status = getFileStatus(file);
  if (!isComparable(file)) {
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

/** Whether the diff editor can show a file. Of a deleted one it shows at least that it is gone. */
const isComparable = (file: ReviewedFile): boolean =>
  isText(file) || getFileStatus(file) === 'deleted';

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
      return vscode.l10n.t('{0} → {1} (renamed by agent)', ...getNames(file));
    case 'binary':
    case 'modified':
    case 'resolved':
      return vscode.l10n.t('{0} (agent changes)', name);
  }
}

/** The old and the new name of a file, with their folders if only these differ. */
function getNames({ base, current }: ReviewedFile): [string, string] {
  const [before, after] = [base.path, current.path];
  return path.basename(before) === path.basename(after)
    ? [vscode.workspace.asRelativePath(before), vscode.workspace.asRelativePath(after)]
    : [path.basename(before), path.basename(after)];
}

/** Whether a tab is a diff editor that was opened for the review. */
export const isReviewDiff = (tab: vscode.Tab | undefined): boolean =>
  tab?.input instanceof vscode.TabInputTextDiff && tab.input.original.scheme === BASE_SCHEME;

const overviewTitle = (): string => vscode.l10n.t('Agent Changes');

/** Whether a tab is the multi-diff editor with all pending files, to whose title VS Code adds their number. */
export const isOverview = (tab: vscode.Tab | undefined): boolean =>
  tab?.label.startsWith(`${overviewTitle()} (`) === true;

/** Opens all pending files in one multi-diff editor, and names those that it cannot show. */
export async function openChanges(files: readonly ReviewedFile[]): Promise<void> {
  const others = files.filter(file => !isComparable(file));
  const [first] = others;
  if (first && others.length === files.length) {
    await openDiff(first);
    return;
  }
  const resources = files.filter(isComparable).map(file => {
    const uri = toReviewUri(file.current.path);
    const status = getFileStatus(file);
    return [
      uri,
      status === 'created' ? undefined : toBaseUri(file.current.path),
      status === 'deleted' ? undefined : uri,
    ];
  });
  await vscode.commands.executeCommand('vscode.changes', overviewTitle(), resources);
  if (first) {
    void offerToShow(first, others);
  }
}

/** Nothing is accepted unseen: "Accept All" in the overview accepts these files too. */
async function offerToShow(first: ReviewedFile, files: readonly ReviewedFile[]): Promise<void> {
  const names = files.slice(0, NAMED_FILES).map(({ current }) => path.basename(current.path));
  const list = [...names, ...(files.length > NAMED_FILES ? ['...'] : [])].join(', ');
  const show = vscode.l10n.t('Show');
  const answer = await showInformationMessage(
    vscode.l10n.t("The overview can't show these files: {0}", list),
    show,
  );
  if (answer === show) {
    await openDiff(first);
  }
}

const NAMED_FILES = 3;
