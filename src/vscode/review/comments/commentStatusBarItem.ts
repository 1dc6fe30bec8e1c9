import * as vscode from 'vscode';
import type { ReviewComment } from '../../../core/review/comments/reviewComment.ts';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';

/** The status bar says how many comments wait to be sent, and leads to them in the chat. */
export class CommentStatusBarItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'accord.comments',
    vscode.StatusBarAlignment.Left,
    49,
  );
  readonly #owned: vscode.Disposable;

  constructor(remarks: ReviewComments) {
    this.#item.name = vscode.l10n.t('Comments for Agents');
    this.#item.command = 'accord.chat.focus';
    this.#item.tooltip = vscode.l10n.t(
      'Your comments on changes, not sent yet. Click to see them in the chat.',
    );
    this.#owned = vscode.Disposable.from(
      this.#item,
      remarks.onDidChange(all => this.#show(all)),
    );
    this.#show(remarks.all);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show({ length }: readonly ReviewComment[]): void {
    const words = length === 1 ? vscode.l10n.t('1 comment') : vscode.l10n.t('{0} comments', length);
    this.#item.text = `$(comment) ${words}`;
    if (length > 0) {
      this.#item.show();
    } else {
      this.#item.hide();
    }
    void vscode.commands.executeCommand('setContext', 'accord.hasComments', length > 0);
  }
}
