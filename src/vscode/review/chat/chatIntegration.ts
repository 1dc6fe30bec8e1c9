import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ChatRequestListener } from '../../chat/chatWebview.ts';
import { ChatComments } from './chatComments.ts';
import { ChatReview } from './chatReview.ts';
import { CommentThreads } from '../comments/commentThreads.ts';
import { RejectedChanges } from './rejectedChanges.ts';
import { CommentCommands } from '../comments/commentCommands.ts';
import type { CommentSender } from '../comments/commentSender.ts';
import type { ReviewController } from '../decisions/reviewController.ts';
import type { PendingWrites } from '../proposals/pendingWrites.ts';

/** The review in the chat view: pending hunks, comments, and rejected changes. */
export class ChatIntegration implements ChatRequestListener, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #review: ChatReview;
  readonly #comments: ChatComments;
  readonly #rejected: RejectedChanges;

  constructor(
    controller: ReviewController,
    sender: CommentSender,
    pendingWrites: Pick<PendingWrites, 'waitsFor'>,
    reporter: ErrorReporter,
  ) {
    const { model, sessions } = controller;
    const { comments } = sender;
    this.#review = new ChatReview(controller, sender, pendingWrites, reporter);
    this.#comments = new ChatComments(sender, model, sessions, reporter);
    this.#rejected = this.#store.add(new RejectedChanges(controller, reporter));
    const threads = this.#store.add(new CommentThreads(model, comments));
    new CommentCommands(sender, model, threads, reporter)
      .register()
      .forEach(command => this.#store.add(command));
  }

  /** Serves one chat view. */
  listen(rpc: MessageConnection): void {
    this.#review.listen(rpc);
    this.#comments.listen(rpc);
    this.#rejected.listen(rpc);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
