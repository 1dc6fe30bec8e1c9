import * as vscode from 'vscode';
import type { MessageConnection, NotificationType } from 'vscode-jsonrpc';
import * as z from 'zod';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import {
  EditComment,
  OpenComment,
  CommentOnHunk,
  SendComments,
  type HunkComment,
} from '../../../core/chat/messages.ts';
import { countSchema, parseStrict } from '../../../core/parseStrict.ts';
import { COMMENT_LIMIT_CHARS } from '../../../core/review/comments/reviewComment.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import type { CommentSender } from '../comments/commentSender.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;

/** Serves the chat view's requests about comments. */
export class ChatComments {
  readonly #sender: CommentSender;
  readonly #model: ReviewModel;
  readonly #sessions: ReviewSessions;
  readonly #reporter: ErrorReporter;

  constructor(
    sender: CommentSender,
    model: ReviewModel,
    sessions: ReviewSessions,
    reporter: ErrorReporter,
  ) {
    this.#sender = sender;
    this.#model = model;
    this.#sessions = sessions;
    this.#reporter = reporter;
  }

  /** Serves one chat view. */
  listen(rpc: MessageConnection): void {
    const { comments } = this.#sender;
    this.#on(rpc, CommentOnHunk, hunkComment, comment => this.#addComment(comment));
    this.#on(rpc, OpenComment, idOf, ({ id }) => this.#open(id));
    this.#on(rpc, SendComments, ofSession, ({ sessionId }) => {
      const session = this.#sessions.find(sessionId);
      return session && this.#sender.send(session);
    });
    this.#on(rpc, EditComment, edit, ({ id, text }) =>
      text.trim() === '' ? comments.remove([id]) : comments.edit(id, text.trim()),
    );
  }

  async #addComment({ path, hunk: { id, revision }, text, reject }: HunkComment): Promise<void> {
    const file = this.#model.getFile(path);
    const hunk = file?.hunks.find(one => one.id === id);
    if (!file || !hunk || text.trim() === '') {
      this.#model.restore(this.#model.state); // The chat view is outdated and is updated.
      return;
    }
    if (reject) {
      await this.#sender.rejectWithComment(file, { ...hunk, revision }, text.trim());
    } else {
      this.#sender.comments.add(file, hunk, text.trim());
    }
  }

  async #open(id: string): Promise<void> {
    const comment = this.#sender.comments.find(id);
    if (comment) {
      const { start } = comment.range;
      await vscode.window.showTextDocument(toReviewUri(comment.path), {
        selection: new vscode.Range(start, 0, start, 0),
      });
    }
  }

  #on<T>(
    rpc: MessageConnection,
    type: NotificationType<T>,
    schema: z.ZodType<T>,
    act: (value: T) => unknown,
  ): void {
    rpc.onNotification(type, raw => {
      const value = parseStrict(schema, raw);
      if (value) {
        void this.#reporter.run(vscode.l10n.t('Reviewing changes'), () => act(value));
      }
    });
  }
}

const id = z.string().max(ID_LIMIT_CHARS);
const commentText = z.string().max(COMMENT_LIMIT_CHARS);

const hunkComment: z.ZodType<HunkComment> = z.object({
  path: z.string().max(PATH_LIMIT_CHARS),
  hunk: z.object({ id, revision: countSchema }),
  text: commentText,
  reject: z.boolean(),
});

const idOf = z.object({ id });

const edit = z.object({ id, text: commentText });

const ofSession = z.object({ sessionId: id });
