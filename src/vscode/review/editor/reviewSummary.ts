import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import { COMMANDS } from '../../commands.ts';
import { showInformationMessage } from '../../notifications.ts';

/** Where the chat is open. */
export interface VisibleChat {
  /** Whether a visible chat shows one of these sessions. */
  shows(sessionIds: ReadonlySet<string>): boolean;
}

/** Says what was decided once nothing is pending any more, and offers to undo the last decision. */
export class ReviewSummary {
  readonly #model: ReviewModel;
  readonly #progress: ReviewProgress;
  readonly #chat: VisibleChat;

  constructor(model: ReviewModel, progress: ReviewProgress, chat: VisibleChat) {
    this.#model = model;
    this.#progress = progress;
    this.#chat = chat;
  }

  /** What was decided, until the next prompt; undefined while something is pending. */
  get text(): string | undefined {
    const { accepted, rejected } = this.#progress.verdicts;
    const count = accepted + rejected;
    return this.#model.pending.length > 0 || count === 0
      ? undefined
      : vscode.l10n.t('{0} reviewed: {1} accepted, {2} rejected.', count, accepted, rejected);
  }

  /** Shows a notification, unless the chat says the same: its composer would be covered. The status bar says it as well. */
  showAtEnd(): void {
    if (this.text === undefined || !this.#chat.shows(this.#progress.sessionIds)) {
      this.show();
    }
  }

  /** Shows a notification, because the user looks for changes and there are none. */
  show(): void {
    const { text } = this;
    if (text === undefined) {
      void showInformationMessage(vscode.l10n.t('No changes to review.'));
      return;
    }
    const undo = vscode.l10n.t('Undo');
    void showInformationMessage(text, undo).then(chosen =>
      chosen === undo ? vscode.commands.executeCommand(COMMANDS.undoReview) : undefined,
    );
  }
}
