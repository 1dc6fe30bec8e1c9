import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { ReviewCommentStorage } from '../../../agent/review/reviewCommentStorage.ts';
import type { Sessions } from '../../../agent/session/sessions.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ChatRequestListener } from '../../chat/chatWebview.ts';
import { ChatComments } from './chatComments.ts';
import { ChatReview, type WaitsFor } from './chatReview.ts';
import { CommentThreads } from '../comments/commentThreads.ts';
import { RejectedChanges } from './rejectedChanges.ts';
import { CommentCommands } from '../comments/commentCommands.ts';
import { CommentSender } from '../comments/commentSender.ts';
import { CommentStatusBarItem } from '../comments/commentStatusBarItem.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

/** What it is made of. */
export interface ChatIntegrationOptions {
  readonly desk: ReviewController;
  readonly file: ReviewCommentStorage;
  readonly report: ErrorReporter;
  /** Which request waits for a proposal to be decided. */
  readonly waitsFor: WaitsFor;
}

/** The way from the review back to the conversation: the hunks in the chat, what was rejected, what the agent is to be told. */
export class ChatIntegration implements ChatRequestListener, vscode.Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #desk: CommentSender;
  readonly #rejections: RejectedChanges;
  readonly #chatRemarks: ChatComments;
  readonly #chatReview: ChatReview;

  constructor({ desk, file, report, waitsFor }: ChatIntegrationOptions) {
    const { model: log } = desk;
    this.#desk = this.#lifetime.add(new CommentSender(desk, file));
    this.#rejections = this.#lifetime.add(new RejectedChanges(desk, report));
    this.#chatRemarks = new ChatComments(this.#desk, log, report);
    this.#chatReview = new ChatReview(desk, this.#desk, report, waitsFor);
    const comments = this.#lifetime.add(new CommentThreads(log, this.comments));
    this.#lifetime.add(new CommentStatusBarItem(this.comments));
    new CommentCommands(this.#desk, log, comments, report)
      .register()
      .forEach(command => this.#lifetime.add(command));
  }

  /** What was said and not sent yet. */
  get comments(): ReviewComments {
    return this.#desk.comments;
  }

  /** The sessions it is about. */
  attachSessions(sessions: Sessions): void {
    this.#desk.attachSessions(sessions);
    this.#rejections.attachSessions(sessions);
    this.#chatRemarks.attachSessions(sessions);
  }

  /** Takes over what was collected in an earlier window. */
  restore(): Promise<void> {
    return this.#desk.restore();
  }

  /** Serves one page of the chat. */
  listen(rpc: MessageConnection): void {
    this.#chatReview.listen(rpc);
    this.#chatRemarks.listen(rpc);
    this.#rejections.listen(rpc);
  }

  /** Settles when everything is on disk. */
  flush(): Promise<void> {
    return this.#desk.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
