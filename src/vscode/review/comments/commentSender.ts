import path from 'node:path';
import * as vscode from 'vscode';
import type { Logger } from '../../../core/logger.ts';
import { ReviewCommentStorage } from '../../../agent/review/storage/reviewCommentStorage.ts';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import type { Session } from '../../../agent/session/session.ts';
import { UserError } from '../../../core/errors.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { commentPrompt } from '../../../core/review/comments/commentPrompt.ts';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewComment } from '../../../core/review/comments/reviewComment.ts';
import { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { getPathForAgent } from '../../files/getPathForAgent.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

/** Collects the user's comments on hunks, and sends them to the agents that made the hunks. */
export class CommentSender implements vscode.Disposable {
  readonly comments = new ReviewComments();
  readonly #controller: ReviewController;
  readonly #sessions: ReviewSessions;
  readonly #storage: ReviewCommentStorage;
  readonly #store = new DisposableStore();

  constructor(workspace: ReviewWorkspace, controller: ReviewController, logger: Logger) {
    const { model, sessions, folder } = workspace;
    this.#controller = controller;
    this.#sessions = sessions;
    this.#storage = new ReviewCommentStorage(path.join(folder, 'remarks.json'), logger);
    this.#store.add(this.comments);
    this.#store.add(model.onDidRecord(event => this.comments.handleEvent(event, model.state)));
  }

  /** Loads the comments of an earlier window. */
  async restore(): Promise<void> {
    this.comments.restore(await this.#storage.load());
    this.#store.add(this.comments.onDidChange(all => this.#storage.save(all)));
  }

  /** Rejects a hunk and adds a comment. If the hunk has changed since it was shown, neither happens. */
  async rejectWithComment(file: ReviewedFile, hunk: Hunk, text: string): Promise<void> {
    const { id, revision } = hunk;
    const comment = this.comments.add(file, hunk, text);
    const ref = { path: file.current.path, id, revision };
    if (!(await this.#controller.decide('reject', { kind: 'hunks', hunks: [ref] }))) {
      this.comments.remove([comment.id]);
    }
  }

  /** The session that a comment goes to: the one that made the hunk or, if that is closed, the active one. */
  getSession({ sessionId }: ReviewComment): Session | undefined {
    return this.#sessions.find(sessionId) ?? this.#sessions.active;
  }

  /** Sends all comments, or those for `target`, with one prompt per session. */
  send(target?: Session): void {
    const selected = this.comments.all.filter(
      comment => target === undefined || this.getSession(comment) === target,
    );
    const sessions = new Set(selected.map(comment => this.getSession(comment)));
    if (selected.length === 0) {
      throw new UserError(vscode.l10n.t('No comments to send. Comment on an agent change first.'));
    }
    for (const session of sessions) {
      if (!session) {
        throw new UserError(
          vscode.l10n.t('No session is open. Open one with "Accord: Session History".'),
        );
      }
      const comments = selected.filter(comment => this.getSession(comment) === session);
      void session.send(
        commentPrompt(comments, file => getPathForAgent(session, toReviewUri(file).fsPath)),
      );
      this.comments.markSent(comments.map(({ id }) => id));
    }
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#storage.flush();
  }

  dispose(): void {
    this.#store.dispose();
  }
}
