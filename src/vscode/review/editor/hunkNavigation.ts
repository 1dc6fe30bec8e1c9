import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isNotebookPath } from '../../../core/files/notebookFile.ts';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending, isText, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { isDeletedUri, toReviewPath } from '../documents/reviewUri.ts';
import {
  findHunkAtCursor,
  getActivePath,
  getCursorLocation,
  getSide,
  type CursorLocation,
} from './activeEditor.ts';
import { getHunkLine } from './hunkRange.ts';
import { isReviewDiff, openDiff } from './openDiff.ts';

/** VS Code computes the quick diff of a document some time after the document or its base was changed. */
const QUICK_DIFF_DELAY_MS = 400;

/** A hunk, or a file that has changed as a whole. */
interface NavigationTarget {
  readonly file: ReviewedFile;
  readonly hunk?: Hunk;
  readonly line: number;
}

/** Moves the cursor from hunk to hunk, within a file and then across files. Other files open in the diff editor. */
export class HunkNavigation {
  readonly #model: ReviewModel;

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  /**
   * Goes to the next or the previous hunk in the diff editor, and from another editor first to the hunk at the cursor, whose
   * previous text only the diff editor shows. Returns false if nothing is pending.
   */
  async go(direction: 'next' | 'previous'): Promise<boolean> {
    const inPlace = isReviewDiff(getActiveTab());
    const target =
      (inPlace ? undefined : this.#findAtCursor()) ??
      this.#findFrom(this.#getLocation(), direction);
    if (target) {
      await show(target, { inPlace });
    }
    return target !== undefined;
  }

  /** Goes to the hunk that follows a decided one. */
  async advance(from: CursorLocation): Promise<void> {
    const target = this.#findFrom({ ...from, line: from.line - 1 }, 'next');
    if (target) {
      await show(target, { inPlace: true, quickDiffDelayMs: QUICK_DIFF_DELAY_MS });
    } else {
      await closeDeletedFile();
    }
  }

  /** Shows a hunk and its previous text: in the quick diff if the active editor has the file, else in the diff editor. */
  async showHunk(path: string, hunkId: string): Promise<void> {
    const target = getTargets(this.#model.pending).find(
      ({ file, hunk }) => file.current.path === path && hunk?.id === hunkId,
    );
    if (target) {
      await show(target, { inPlace: true });
    }
  }

  /** The hunk at the cursor, or the file around it if that has changed as a whole. */
  #findAtCursor(): NavigationTarget | undefined {
    const editor = vscode.window.activeTextEditor;
    const file = editor && this.#model.getFile(toReviewPath(editor.document.uri));
    if (!file || !isPending(file) || !isText(file)) {
      return undefined; // A file that is no text has no diff to go to.
    }
    const hunk = findHunkAtCursor(file, editor);
    return hunk || file.hunks.length === 0
      ? { file, ...(hunk && { hunk }), line: hunk?.current.start ?? 0 }
      : undefined;
  }

  /** A hunk is on the same line of the file, whichever side of the diff has the cursor. */
  #getLocation(): CursorLocation {
    const editor = vscode.window.activeTextEditor;
    const location = getCursorLocation();
    const path = getActivePath();
    if (!editor || path === undefined || location.path !== path) {
      return { path: path ?? '', line: this.#hasLines(path) ? -1 : 0 };
    }
    if (getSide(editor.document) === 'current') {
      return location;
    }
    const next = this.#model.getFile(path)?.hunks.find(({ base }) => base.end > location.line);
    return {
      path,
      line: (next?.current.start ?? 0) - (next?.base.start === location.line ? 0 : 1),
    };
  }

  #hasLines(path: string | undefined): boolean {
    const file = path === undefined ? undefined : this.#model.getFile(path);
    return !file || !isWhole(file);
  }

  #findFrom(from: CursorLocation, direction: 'next' | 'previous'): NavigationTarget | undefined {
    const targets = getTargets(this.#model.pending);
    const isAfter = ({ file: { current }, line }: NavigationTarget): boolean =>
      current.path === from.path ? line > from.line : current.path > from.path;
    const isBefore = ({ file: { current }, line }: NavigationTarget): boolean =>
      current.path === from.path ? line < from.line : current.path < from.path;
    return direction === 'next'
      ? (targets.find(isAfter) ?? targets[0])
      : (targets.findLast(isBefore) ?? targets.at(-1));
  }
}

const getTargets = (files: readonly ReviewedFile[]): readonly NavigationTarget[] =>
  files.flatMap(file =>
    isWhole(file)
      ? [{ file, line: 0 }]
      : file.hunks.map(hunk => ({ file, hunk, line: hunk.current.start })),
  );

/** A picture, for example, has no lines, and a notebook has those of its cells: they are reached as a whole. */
const isWhole = (file: ReviewedFile): boolean =>
  file.hunks.length === 0 || isNotebookPath(file.current.path);

const getActiveTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

interface ShowOptions {
  /** If the active editor shows the file already, another one is not opened. */
  readonly inPlace: boolean;
  readonly quickDiffDelayMs?: number;
}

async function show(
  { file, hunk }: NavigationTarget,
  { inPlace, quickDiffDelayMs = 0 }: ShowOptions,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isActive =
    editor !== undefined &&
    getSide(editor.document) === 'current' &&
    toReviewPath(editor.document.uri) === file.current.path;
  if (!hunk || !isActive || !inPlace) {
    await openDiff(file, hunk);
    return;
  }
  const position = new vscode.Position(getHunkLine(hunk, editor.document), 0);
  editor.selection = new vscode.Selection(position, position);
  const { InCenterIfOutsideViewport } = vscode.TextEditorRevealType;
  editor.revealRange(new vscode.Range(position, position), InCenterIfOutsideViewport);
  void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // A button may have the focus.
  if (getActiveTab()?.input instanceof vscode.TabInputText) {
    await delay(quickDiffDelayMs);
    await openQuickDiff(editor, position);
  }
}

/**
 * Opens VS Code's quick diff, unless the user has moved on. There may be a change of git and one of ours at the same line: the
 * command for the previous change selects the last one at the cursor, which is ours.
 */
async function openQuickDiff(editor: vscode.TextEditor, position: vscode.Position): Promise<void> {
  if (vscode.window.activeTextEditor === editor && editor.selection.active.isEqual(position)) {
    await vscode.commands.executeCommand('closeQuickDiff');
    await vscode.commands.executeCommand('editor.action.dirtydiff.previous');
    editor.selection = new vscode.Selection(position, position); // The command may move the cursor.
  }
}

/** When everything is decided, the diff of a deleted file has nothing to show. */
async function closeDeletedFile(): Promise<void> {
  const tab = getActiveTab();
  if (tab?.input instanceof vscode.TabInputTextDiff && isDeletedUri(tab.input.modified)) {
    await vscode.window.tabGroups.close(tab);
  }
}
