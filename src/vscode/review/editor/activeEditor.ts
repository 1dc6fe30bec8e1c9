import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import { isPending, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { lineRange, overlapsOrTouches, type LineRange } from '../../../core/text/lineRange.ts';
import { BASE_SCHEME, isDeletedUri, toReviewPath } from '../documents/reviewUri.ts';
import { getPictureDiffPath, isReviewDiff } from './openDiff.ts';

/** A line in a file or a proposal. */
export interface CursorLocation {
  readonly path: string;
  readonly line: number;
}

/** The location of the cursor; without an active editor a location before all files. */
export function getCursorLocation(): CursorLocation {
  const editor = vscode.window.activeTextEditor;
  return editor
    ? { path: toReviewPath(editor.document.uri), line: editor.selection.active.line }
    : { path: '', line: -1 };
}

/** The path of what the active tab shows, whatever kind of editor it is. */
export function getActivePath(): string | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) {
    return toReviewPath(input.modified);
  }
  if (
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook
  ) {
    return toReviewPath(input.uri);
  }
  const ofPictures = getPictureDiffPath(tab);
  if (ofPictures !== undefined) {
    return ofPictures;
  }
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && toReviewPath(uri);
}

/** The side of a diff that an editor shows. */
export const getSide = ({ uri }: vscode.TextDocument): 'base' | 'current' =>
  uri.scheme === BASE_SCHEME && !isDeletedUri(uri) ? 'base' : 'current';

/** The selected lines. A selection that ends at the start of a line does not include that line. */
export function getSelectedLines({ selection }: vscode.TextEditor): LineRange | undefined {
  const { start, end, isEmpty } = selection;
  const last = end.character === 0 ? end.line : end.line + 1;
  return isEmpty ? undefined : lineRange(start.line, Math.max(start.line + 1, last));
}

/**
 * Whether the active editor shows that a file has changed as a whole. In a text editor only the first line does, where its lens
 * is: someone who types further down does not see what a key would decide.
 */
export function isWholeFileAtCursor(file: ReviewedFile): boolean {
  const editor = vscode.window.activeTextEditor;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const { path, line } = getCursorLocation();
  // The diff editor of a notebook shows its cells and not our hunks.
  const isWhole = file.hunks.length === 0 || tab?.input instanceof vscode.TabInputNotebookDiff;
  return (
    isWhole &&
    isPending(file) &&
    (!editor || isReviewDiff(tab) || (path === file.current.path && line === 0))
  );
}

/** The hunk at the cursor of an editor that shows the file or its base. */
export function findHunkAtCursor(
  file: ReviewedFile,
  { document, selection }: vscode.TextEditor,
): Hunk | undefined {
  const side = getSide(document);
  const { line } = selection.active;
  const here = lineRange(line, line + 1);
  return (
    file.hunks.find(hunk => hunk[side].start <= line && line < hunk[side].end) ??
    file.hunks.find(hunk => overlapsOrTouches(hunk[side], here))
  );
}
