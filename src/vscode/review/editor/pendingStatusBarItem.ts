import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { getDecisionCount } from './pendingLabels.ts';

/** The status bar says how much waits and leads to the next hunk; context keys say the same to key bindings. */
export class PendingStatusBarItem implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #item = vscode.window.createStatusBarItem(
    'accord.review',
    vscode.StatusBarAlignment.Left,
    50,
  );
  readonly #owned: vscode.Disposable;

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#item.name = vscode.l10n.t('Agent Changes');
    this.#item.command = COMMANDS.nextHunk;
    this.#item.tooltip = vscode.l10n.t(
      'Changes of agents that wait for your decision. Click for the next one.',
    );
    this.#owned = vscode.Disposable.from(
      this.#item,
      accumulateEvent(log.onDidChange, () => this.#show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#tellKeys()),
    );
    this.#show();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #show(): void {
    const { pending } = this.#log;
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
    this.#tellKeys();
  }

  #tellKeys(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const path = uri && toReviewPath(uri);
    const { pending } = this.#log;
    const isHere = pending.some(file => file.current.path === path);
    void vscode.commands.executeCommand('setContext', 'accord.hasPending', pending.length > 0);
    void vscode.commands.executeCommand('setContext', 'accord.fileIsPending', isHere);
  }
}
