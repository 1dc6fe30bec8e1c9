import * as vscode from 'vscode';
import type { ReviewComment } from '../../../core/review/comments/reviewComment.ts';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';

/** Shows in the status bar how many comments are not sent yet. A click opens them in the chat. */
export class CommentStatusBarItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'accord.comments',
    vscode.StatusBarAlignment.Left,
    49,
  );
  readonly #disposable: vscode.Disposable;

  constructor(comments: ReviewComments) {
    this.#item.name = vscode.l10n.t('Comments for Agent');
    this.#item.command = 'accord.chat.focus';
    this.#item.tooltip = vscode.l10n.t(
      'Unsent comments on changes. Click to show them in the chat.',
    );
    this.#disposable = vscode.Disposable.from(
      this.#item,
      comments.onDidChange(all => this.#update(all)),
    );
    this.#update(comments.all);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update({ length }: readonly ReviewComment[]): void {
    const label = length === 1 ? vscode.l10n.t('1 comment') : vscode.l10n.t('{0} comments', length);
    this.#item.text = `$(comment) ${label}`;
    if (length > 0) {
      this.#item.show();
    } else {
      this.#item.hide();
    }
    void vscode.commands.executeCommand('setContext', 'accord.hasComments', length > 0);
  }
}
