import path from 'node:path';
import * as vscode from 'vscode';
import type { ReviewCommentStorage } from '../../../agent/review/reviewCommentStorage.ts';
import type { Session } from '../../../agent/session/session.ts';
import type { Sessions } from '../../../agent/session/sessions.ts';
import { UserError } from '../../../core/errors.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { commentPrompt } from '../../../core/review/comments/commentPrompt.ts';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewComment } from '../../../core/review/comments/reviewComment.ts';
import { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

/** Collects what the user says about hunks, and sends it to the agents whose hunks they are. */
export class CommentSender implements vscode.Disposable {
  readonly comments = new ReviewComments();
  readonly #desk: ReviewController;
  readonly #file: ReviewCommentStorage;
  readonly #lifetime = new DisposableStore();
  #sessions: Sessions | undefined;

  constructor(desk: ReviewController, file: ReviewCommentStorage) {
    this.#desk = desk;
    this.#file = file;
    const { model: log } = desk;
    this.#lifetime.add(this.comments);
    this.#lifetime.add(log.onDidRecord(event => this.comments.handleEvent(event, log.state)));
  }

  /** The sessions that remarks go to. */
  attachSessions(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Takes over what was collected in an earlier window. */
  async restore(): Promise<void> {
    this.comments.restore(await this.#file.load());
    this.#lifetime.add(this.comments.onDidChange(all => this.#file.save(all)));
  }

  /** Rejects a hunk and keeps the reason. Where the hunk is not as it was shown, neither happens. */
  async rejectWithComment(file: ReviewedFile, hunk: Hunk, words: string): Promise<void> {
    const { id, revision } = hunk;
    const remark = this.comments.add(file, hunk, words);
    const ref = { path: file.current.path, id, revision };
    if (!(await this.#desk.decide('reject', { kind: 'hunks', hunks: [ref] }))) {
      this.comments.remove([remark.id]);
    }
  }

  /** The session that a remark goes to: the one it is about, or, if that is closed, the one in front. */
  sessionOf({ sessionId }: ReviewComment): Session | undefined {
    return this.#sessions?.find(sessionId) ?? this.#sessions?.active;
  }

  /** Sends what was collected, one prompt for each session; only to `target`, if it is named. */
  send(target?: Session): void {
    const mine = this.comments.all.filter(
      remark => target === undefined || this.sessionOf(remark) === target,
    );
    const sessions = new Set(mine.map(remark => this.sessionOf(remark)));
    if (mine.length === 0) {
      throw new UserError(
        vscode.l10n.t('There is no comment to send. Comment on a change of the agent first.'),
      );
    }
    for (const session of sessions) {
      if (!session) {
        throw new UserError(
          vscode.l10n.t('No session is open. Open one with "Accord: Session History".'),
        );
      }
      const remarks = mine.filter(remark => this.sessionOf(remark) === session);
      void session.send(commentPrompt(remarks, file => nameFor(session, toReviewUri(file).fsPath)));
      this.comments.remove(remarks.map(({ id }) => id));
    }
  }

  /** Settles when everything is on disk. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** A path as the agent knows it: from its working directory on, if it lies there. */
function nameFor({ roots }: Session, file: string): string {
  const relative = path.relative(roots[0] ?? '/', file);
  const isInside = !relative.startsWith('..') && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : file;
}
