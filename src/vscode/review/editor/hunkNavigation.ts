import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { getHunkLine } from './hunkRange.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { openDiff } from './openDiff.ts';
import { showInformationMessage } from '../../notifications.ts';

/** A hunk, or a file that has changed as a whole. */
interface NavigationTarget {
  readonly file: ReviewedFile;
  readonly hunk?: Hunk;
  readonly line: number;
}

/** Moves the cursor from hunk to hunk, within a file and then across files. */
export class HunkNavigation {
  readonly #model: ReviewModel;

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  /** Goes to the next or the previous hunk, and opens the quick diff there. */
  async go(direction: 'next' | 'previous'): Promise<void> {
    const target = this.#findFrom(getCursorLocation(), direction);
    if (!target) {
      void showInformationMessage(vscode.l10n.t('No change of an agent waits for a decision.'));
      return;
    }
    await this.#showWithQuickDiff(target);
  }

  /** Goes to the hunk that follows a decided one. A diff editor does not switch to another file. */
  async advance(from: CursorLocation): Promise<void> {
    const target = this.#findFrom({ ...from, line: from.line - 1 }, 'next');
    const isHere = target?.file.current.path === from.path;
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (target && (isHere || input instanceof vscode.TabInputText)) {
      await show(target, true);
    }
  }

  /** Goes to a hunk and opens the quick diff there. */
  async showHunk(path: string, hunkId: string): Promise<void> {
    const target = getTargets(this.#model.pending).find(
      ({ file, hunk }) => file.current.path === path && hunk?.id === hunkId,
    );
    if (target) {
      await this.#showWithQuickDiff(target);
    }
  }

  async #showWithQuickDiff(target: NavigationTarget): Promise<void> {
    const wasVisible = isVisible(target);
    await show(target);
    await openQuickDiff(target, wasVisible);
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

/** A line in a file or a proposal. */
export interface CursorLocation {
  readonly path: string;
  readonly line: number;
}

/** The location of the cursor; without an active editor a location before all files. */
export function getCursorLocation(): CursorLocation {
  const editor = vscode.window.activeTextEditor;
  return editor
    ? {
        path: toReviewPath(editor.document.uri),
        line: editor.selection.active.line,
      }
    : { path: '', line: -1 };
}

const getTargets = (files: readonly ReviewedFile[]): readonly NavigationTarget[] =>
  files.flatMap(file =>
    file.hunks.length === 0
      ? [{ file, line: 0 }]
      : file.hunks.map(hunk => ({ file, hunk, line: hunk.current.start })),
  );

/** With `inPlace` an editor that shows the file already is not opened again, and keeps its scroll position. */
async function show({ file, hunk }: NavigationTarget, inPlace = false): Promise<void> {
  const { path } = file.current;
  const active = vscode.window.activeTextEditor;
  const isActive = active !== undefined && toReviewPath(active.document.uri) === path;
  if (!hunk || getFileStatus(file) === 'deleted' || (file.proposal && !isActive)) {
    return openDiff(file);
  }
  const keepsEditor = (inPlace || file.proposal) && isActive;
  const editor = keepsEditor
    ? active
    : await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: true });
  const position = new vscode.Position(getHunkLine(hunk, editor.document), 0);
  editor.selection = new vscode.Selection(position, position);
  const { InCenterIfOutsideViewport } = vscode.TextEditorRevealType;
  editor.revealRange(new vscode.Range(position, position), InCenterIfOutsideViewport);
  if (keepsEditor) {
    void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); // A button may have the focus.
  }
}

/** VS Code computes the quick diff of a document some time after it was opened. */
const QUICK_DIFF_DELAY_MS = 400;

/**
 * Opens VS Code's quick diff. There may be a change of git and one of ours at the same line: the command for the previous change
 * selects the last one at the cursor, which is ours.
 */
async function openQuickDiff({ file, hunk }: NavigationTarget, wasVisible: boolean): Promise<void> {
  if (!hunk || file.proposal) {
    return; // A proposal is shown in a diff editor anyway.
  }
  if (!wasVisible) {
    await delay(QUICK_DIFF_DELAY_MS);
  }
  if (vscode.window.activeTextEditor?.document.uri.fsPath === file.current.path) {
    await vscode.commands.executeCommand('closeQuickDiff');
    await vscode.commands.executeCommand('editor.action.dirtydiff.previous');
  }
}

const isVisible = ({ file }: NavigationTarget): boolean =>
  vscode.window.visibleTextEditors.some(
    ({ document }) => document.uri.fsPath === file.current.path,
  );
