import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { getDecisionCount } from './pendingLabels.ts';

/** Shows in the status bar how many changes are pending, and sets the context keys for key bindings. A click goes to the next hunk. */
export class PendingStatusBarItem implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #item = vscode.window.createStatusBarItem(
    'accord.review',
    vscode.StatusBarAlignment.Left,
    50,
  );
  readonly #disposable: vscode.Disposable;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#item.name = vscode.l10n.t('Agent Changes');
    this.#item.command = COMMANDS.nextHunk;
    this.#item.tooltip = vscode.l10n.t(
      'Changes of agents that wait for your decision. Click for the next one.',
    );
    this.#disposable = vscode.Disposable.from(
      this.#item,
      accumulateEvent(model.onDidChange, () => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#updateContextKeys()),
    );
    this.#update();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update(): void {
    const { pending } = this.#model;
    const hunks = pending.reduce((sum, file) => sum + getDecisionCount(file), 0);
    const files =
      pending.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', pending.length);
    this.#item.text = vscode.l10n.t(
      '$(diff) {0}, {1}',
      files,
      hunks === 1 ? vscode.l10n.t('1 hunk') : vscode.l10n.t('{0} hunks', hunks),
    );
    if (pending.length > 0) {
      this.#item.show();
    } else {
      this.#item.hide();
    }
    this.#updateContextKeys();
  }

  #updateContextKeys(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const path = uri && toReviewPath(uri);
    const { pending } = this.#model;
    const isActiveFilePending = pending.some(file => file.current.path === path);
    void vscode.commands.executeCommand('setContext', 'accord.hasPending', pending.length > 0);
    void vscode.commands.executeCommand('setContext', 'accord.fileIsPending', isActiveFilePending);
  }
}
