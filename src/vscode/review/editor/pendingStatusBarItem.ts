import * as vscode from 'vscode';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import type { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { findHunkAtCursor, getActivePath } from './activeEditor.ts';
import { getHunkCountLabel } from './pendingLabels.ts';
import type { ReviewSummary } from './reviewSummary.ts';
import { withDefaultKeys } from './withDefaultKeys.ts';

/**
 * Shows in the status bar how many changes are pending, or which one the cursor is in; a click goes to the next hunk. After
 * the last decision it shows what was decided; a click undoes the decision.
 */
export class PendingStatusBarItem implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #progress: ReviewProgress;
  readonly #summary: ReviewSummary;
  readonly #item = vscode.window.createStatusBarItem(
    'accord.review',
    vscode.StatusBarAlignment.Left,
    50,
  );
  readonly #disposable: vscode.Disposable;
  #total = '';

  constructor(model: ReviewModel, progress: ReviewProgress, summary: ReviewSummary) {
    this.#model = model;
    this.#progress = progress;
    this.#summary = summary;
    this.#item.name = vscode.l10n.t('Agent Changes');
    this.#disposable = vscode.Disposable.from(
      this.#item,
      accumulateEvent(model.onDidChange, () => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#updateText()),
      vscode.window.onDidChangeTextEditorSelection(() => this.#updateText()),
    );
    this.#update();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update(): void {
    const { pending } = this.#model;
    this.#progress.update();
    if (pending.length === 0) {
      this.#showSummary();
      return;
    }
    const files =
      pending.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', pending.length);
    this.#total = vscode.l10n.t('{0}, {1}', files, getHunkCountLabel(pending));
    this.#item.command = COMMANDS.nextHunk;
    this.#item.tooltip = withDefaultKeys(
      vscode.l10n.t('Agent changes to review. Click for the next one.'),
      COMMANDS.nextHunk,
    );
    this.#updateText();
    this.#item.show();
  }

  #showSummary(): void {
    const { text } = this.#summary;
    if (text === undefined) {
      this.#item.hide();
      return;
    }
    const undo = vscode.l10n.t('Undo');
    this.#item.command = COMMANDS.undoReview;
    this.#item.tooltip = withDefaultKeys(
      vscode.l10n.t('Undo the last accept or reject'),
      COMMANDS.undoReview,
    );
    this.#item.text = `$(check) ${text} $(discard) ${undo}`;
    this.#item.accessibilityInformation = { label: `${text} ${undo}`, role: 'button' };
    this.#item.show();
  }

  /** Shows the position of the cursor in the review, or the totals if it is elsewhere. */
  #updateText(): void {
    if (this.#model.pending.length === 0) {
      return;
    }
    const position = this.#getPosition();
    const label = position === undefined ? this.#total : `${this.#total}. ${position}`;
    if (this.#item.accessibilityInformation?.label !== label) {
      this.#item.text = `$(diff) ${position ?? this.#total}`;
      this.#item.accessibilityInformation = { label, role: 'button' };
    }
  }

  #getPosition(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    const path = getActivePath();
    const file = path === undefined ? undefined : this.#model.getFile(path);
    if (!file || !isPending(file)) {
      return undefined;
    }
    const hunk = editor && findHunkAtCursor(file, editor);
    const position = this.#progress.positionOf(file, hunk?.id);
    if (!position || (!hunk && file.hunks.length > 0)) {
      return undefined;
    }
    const { file: number, files } = position;
    return hunk
      ? vscode.l10n.t(
          'File {0} of {1}, hunk {2} of {3}',
          number,
          files,
          position.hunk,
          position.hunks,
        )
      : vscode.l10n.t('File {0} of {1}', number, files);
  }
}
