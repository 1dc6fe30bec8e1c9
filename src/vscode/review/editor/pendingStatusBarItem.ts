import * as vscode from 'vscode';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import type { ReviewController } from '../decisions/reviewController.ts';
import { findHunkAtCursor, getActivePath } from './activeEditor.ts';
import { getHunkCountLabel } from './pendingLabels.ts';
import type { ReviewSummary } from './reviewSummary.ts';
import { withDefaultKeys } from './withDefaultKeys.ts';

/**
 * Shows in the status bar how many changes are pending, or which one the cursor is in; a click goes to the next hunk. After
 * the last decision it shows what was decided; a click undoes the decision. Comments that are not sent yet are counted too.
 */
export class PendingStatusBarItem implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #progress: ReviewProgress;
  readonly #summary: ReviewSummary;
  readonly #comments: ReviewComments;
  readonly #item = vscode.window.createStatusBarItem(
    'accord.review',
    vscode.StatusBarAlignment.Left,
    50,
  );
  readonly #disposable: vscode.Disposable;
  #total = '';

  constructor(
    { model, progress }: Pick<ReviewController, 'model' | 'progress'>,
    summary: ReviewSummary,
    comments: ReviewComments,
  ) {
    this.#model = model;
    this.#progress = progress;
    this.#summary = summary;
    this.#comments = comments;
    this.#item.name = vscode.l10n.t('Agent Changes');
    this.#disposable = vscode.Disposable.from(
      this.#item,
      accumulateEvent(model.onDidChange, () => this.#update()),
      comments.onDidChange(() => this.#update()),
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
      this.#showResult();
      return;
    }
    const files =
      pending.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', pending.length);
    this.#total = vscode.l10n.t('{0}, {1}', files, getHunkCountLabel(pending));
    this.#item.command = COMMANDS.nextHunk;
    this.#setTooltip(
      withDefaultKeys(
        vscode.l10n.t('Agent changes to review. Click for the next one.'),
        COMMANDS.nextHunk,
      ),
    );
    this.#updateText();
    this.#item.show();
  }

  /** Nothing is pending. */
  #showResult(): void {
    const { text } = this.#summary;
    const { length } = this.#comments.all;
    if (text !== undefined) {
      const undo = vscode.l10n.t('Undo');
      this.#item.command = COMMANDS.undoReview;
      this.#setTooltip(
        withDefaultKeys(vscode.l10n.t('Undo the last accept or reject'), COMMANDS.undoReview),
      );
      this.#setText(`$(check) ${text} $(discard) ${undo}`, `${text} ${undo}`);
      this.#item.show();
    } else if (length > 0) {
      this.#item.command = SHOW_CHAT;
      this.#item.tooltip = vscode.l10n.t(
        'Unsent comments on changes. Click to show them in the chat.',
      );
      this.#item.text = `$(comment) ${getCommentLabel(length)}`;
      this.#item.accessibilityInformation = { label: getCommentLabel(length), role: 'button' };
      this.#item.show();
    } else {
      this.#item.hide();
    }
  }

  /** Shows the position of the cursor in the review, or the totals if it is elsewhere. */
  #updateText(): void {
    if (this.#model.pending.length > 0) {
      const position = this.#getPosition();
      const label = position === undefined ? this.#total : `${this.#total}. ${position}`;
      this.#setText(`$(diff) ${position ?? this.#total}`, label);
    }
  }

  /** Adds the number of comments to the text. */
  #setText(text: string, label: string): void {
    const { length } = this.#comments.all;
    const spoken = length === 0 ? label : `${label}. ${getCommentLabel(length)}`;
    if (this.#item.accessibilityInformation?.label !== spoken) {
      this.#item.text = length === 0 ? text : `${text} $(comment) ${length}`;
      this.#item.accessibilityInformation = { label: spoken, role: 'button' };
    }
  }

  /** Adds a link to the comments. */
  #setTooltip(text: string): void {
    const { length } = this.#comments.all;
    const tooltip = new vscode.MarkdownString().appendText(text);
    tooltip.isTrusted = { enabledCommands: [SHOW_CHAT] };
    if (length > 0) {
      tooltip.appendMarkdown(`\n\n[${getCommentLabel(length)}](command:${SHOW_CHAT})`);
    }
    this.#item.tooltip = tooltip;
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

const SHOW_CHAT = 'accord.chat.focus';

const getCommentLabel = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 comment') : vscode.l10n.t('{0} comments', count);
