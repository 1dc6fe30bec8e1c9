import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { SYMLINK_MODE } from '../../../core/checkpoint/snapshotChange.ts';
import { isNotebookPath } from '../../../core/files/notebookFile.ts';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import {
  getFileStatus,
  isText,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import {
  BASE_FILE_SCHEME,
  BASE_SCHEME,
  toBaseFileUri,
  toBaseUri,
  toDeletedUri,
  toReviewUri,
} from '../documents/reviewUri.ts';

/**
 * Opens a diff editor that compares a file with its base, at a hunk. Without a hunk it opens at the first one. Of a file without
 * text, or a notebook, that exists on one side only, this side is opened.
 */
export async function openDiff(
  file: ReviewedFile,
  hunk: Hunk | undefined = file.hunks[0],
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const title = getTitle(file);
  const [before, after] = [toBeforeUri(file), toAfterUri(file)];
  if (!before) {
    await vscode.commands.executeCommand('vscode.open', after, options);
    return;
  }
  if (!after) {
    await vscode.commands.executeCommand('vscode.open', before, options, title);
    return;
  }
  const line = hunk?.current.start ?? 0;
  await vscode.commands.executeCommand('vscode.diff', before, after, title, {
    preview: true,
    selection: new vscode.Range(line, 0, line, 0),
    ...options,
  });
  if (!isText(file)) {
    await rememberLabel(file.current.path, title);
  }
}

/** How often, and how long in between, the tab of a diff is looked for. */
const LOOKS = 40;
const LOOK_MS = 25;

/** The files of diff editors for pictures by the labels of their tabs, which is all that VS Code tells about them. */
const pathsByLabel = new Map<string, string>();

/** The path of the file that a diff editor for pictures shows. */
export const getPictureDiffPath = (tab: vscode.Tab | undefined): string | undefined =>
  tab && tab.input === undefined ? pathsByLabel.get(tab.label) : undefined;

/** VS Code reports the tab of an editor some time after it has opened it. */
async function rememberLabel(filePath: string, title: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (tab && tab.input === undefined && tab.label.includes(path.basename(filePath))) {
      pathsByLabel.set(tab.label, filePath);
      return;
    }
    if (tab?.label === title) {
      return; // It is not a picture.
    }
    await delay(LOOK_MS);
  }
}

/** Absent if a file without text, or a notebook, was created. */
function toBeforeUri(file: ReviewedFile): vscode.Uri | undefined {
  const { base, current } = file;
  if (base.form.kind === 'binary') {
    return toBaseFileUri(current.path, base.form.hash);
  }
  if (isOpenedAsFile(file)) {
    return base.form.kind === 'absent' ? undefined : toBaseFileUri(current.path);
  }
  return toBaseUri(current.path);
}

/** Absent if a file without text, or a notebook, was deleted. A symbolic link is compared by its target. */
function toAfterUri(file: ReviewedFile): vscode.Uri | undefined {
  const { path: filePath, form } = file.current;
  if (getFileStatus(file) === 'deleted') {
    return isOpenedAsFile(file) ? undefined : toDeletedUri(filePath);
  }
  return form.kind === 'binary' && form.mode === SYMLINK_MODE
    ? toBaseFileUri(filePath, form.hash)
    : toReviewUri(filePath);
}

/** Whether the editor of a file reads bytes and not a document. */
const isOpenedAsFile = (file: ReviewedFile): boolean =>
  !isText(file) || (!file.proposal && isNotebookPath(file.current.path));

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
export function isReviewDiff(tab: vscode.Tab | undefined): boolean {
  const input = tab?.input;
  return input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff
    ? [BASE_SCHEME, BASE_FILE_SCHEME].includes(input.original.scheme)
    : getPictureDiffPath(tab) !== undefined;
}
