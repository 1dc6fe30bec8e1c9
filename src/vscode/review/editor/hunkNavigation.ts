import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { getHunkLine } from './hunkRange.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { openDiff } from './openDiff.ts';

/** A place to go to: a hunk, or a file that has changed as a whole. */
interface Stop {
  readonly file: ReviewedFile;
  readonly hunk?: Hunk;
  readonly line: number;
}

/** Goes from hunk to hunk, in the file and then across files. */
export class HunkNavigation {
  readonly #log: ReviewModel;

  constructor(log: ReviewModel) {
    this.#log = log;
  }

  /** Goes to the next hunk, or the one before, and shows there what stood before. */
  async go(direction: 'next' | 'previous'): Promise<void> {
    const stop = this.#from(getCursorLocation(), direction);
    if (!stop) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No change of an agent waits for a decision.'),
      );
      return;
    }
    await this.#peek(stop);
  }

  /** After a decision the cursor stands at the next hunk; in a diff editor the view stays. */
  async advance(from: CursorLocation): Promise<void> {
    const stop = this.#from({ ...from, line: from.line - 1 }, 'next');
    const isHere = stop?.file.current.path === from.path;
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (stop && (isHere || input instanceof vscode.TabInputText)) {
      await show(stop, true);
    }
  }

  /** Shows what stood at a hunk before. */
  async showHunk(path: string, hunkId: string): Promise<void> {
    const stop = stopsIn(this.#log.pending).find(
      ({ file, hunk }) => file.current.path === path && hunk?.id === hunkId,
    );
    if (stop) {
      await this.#peek(stop);
    }
  }

  async #peek(stop: Stop): Promise<void> {
    const wasShown = isShown(stop);
    await show(stop);
    await peek(stop, wasShown);
  }

  #from(place: CursorLocation, direction: 'next' | 'previous'): Stop | undefined {
    const stops = stopsIn(this.#log.pending);
    const isAfter = ({ file: { current }, line }: Stop): boolean =>
      current.path === place.path ? line > place.line : current.path > place.path;
    const isBefore = ({ file: { current }, line }: Stop): boolean =>
      current.path === place.path ? line < place.line : current.path < place.path;
    return direction === 'next'
      ? (stops.find(isAfter) ?? stops[0])
      : (stops.findLast(isBefore) ?? stops.at(-1));
  }
}

/** Where the user is. */
export interface CursorLocation {
  readonly path: string;
  readonly line: number;
}

/** The cursor's place; before everything if there is none. */
export function getCursorLocation(): CursorLocation {
  const editor = vscode.window.activeTextEditor;
  return editor
    ? {
        path: toReviewPath(editor.document.uri),
        line: editor.selection.active.line,
      }
    : { path: '', line: -1 };
}

const stopsIn = (files: readonly ReviewedFile[]): readonly Stop[] =>
  files.flatMap(file =>
    file.hunks.length === 0
      ? [{ file, line: 0 }]
      : file.hunks.map(hunk => ({ file, hunk, line: hunk.current.start })),
  );

/** Where the file is on screen already, `inPlace` keeps the view, and what VS Code would take to open it again. */
async function show({ file, hunk }: Stop, inPlace = false): Promise<void> {
  const { path } = file.current;
  const active = vscode.window.activeTextEditor;
  const isThere = active !== undefined && toReviewPath(active.document.uri) === path;
  if (!hunk || getFileStatus(file) === 'deleted' || (file.proposal && !isThere)) {
    return openDiff(file);
  }
  const isHere = (inPlace || file.proposal) && isThere;
  const editor = isHere
    ? active
    : await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true });
  const at = new vscode.Position(getHunkLine(hunk, editor.document), 0);
  editor.selection = new vscode.Selection(at, at);
  const { InCenterIfOutsideViewport } = vscode.TextEditorRevealType;
  editor.revealRange(new vscode.Range(at, at), InCenterIfOutsideViewport);
  if (isHere) {
    void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // A button may have had the focus.
  }
}

/** VS Code compares a document it has just opened a moment later, and has no peek before that. */
const COMPARED_AFTER_MS = 400;

/**
 * VS Code's own peek. At the same place there may be git's changes and ours: asked for the change before the cursor, or at
 * it, VS Code takes the last one it knows, which is ours.
 */
async function peek({ file, hunk }: Stop, wasShown: boolean): Promise<void> {
  if (!hunk || file.proposal) {
    return; // What is not in its file yet is shown in a diff editor anyway.
  }
  if (!wasShown) {
    await delay(COMPARED_AFTER_MS);
  }
  if (vscode.window.activeTextEditor?.document.uri.fsPath === file.current.path) {
    await vscode.commands.executeCommand('closeQuickDiff');
    await vscode.commands.executeCommand('editor.action.dirtydiff.previous');
  }
}

const isShown = ({ file }: Stop): boolean =>
  vscode.window.visibleTextEditors.some(
    ({ document }) => document.uri.fsPath === file.current.path,
  );
