import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { ReviewComment } from '../../../core/review/comments/reviewComment.ts';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { lineRange, type LineRange } from '../../../core/text/lineRange.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import {
  BASE_SCHEME,
  toBaseUri,
  toReviewPath,
  PROPOSED_SCHEME,
  toReviewUri,
} from '../documents/reviewUri.ts';

/** A review comment as VS Code shows it in a comment thread. */
export class ThreadComment implements vscode.Comment {
  readonly commentId: string;
  readonly author = { name: vscode.l10n.t('You') };
  readonly contextValue = 'accord';
  body: string;
  label: string;
  mode = vscode.CommentMode.Preview;

  constructor(comment: ReviewComment) {
    this.commentId = comment.id;
    this.body = comment.text;
    this.label = LABELS[comment.verdict]();
  }
}

const LABELS: Readonly<Record<ReviewComment['verdict'], () => string>> = {
  open: () => vscode.l10n.t('Unsent'),
  accepted: () => vscode.l10n.t('Accepted, unsent'),
  rejected: () => vscode.l10n.t('Rejected, unsent'),
};

/** VS Code's comment threads on hunks. A thread is shown until its comment is sent. */
export class CommentThreads implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #comments: ReviewComments;
  readonly #store = new DisposableStore();
  readonly #threads = new Map<string, { thread: vscode.CommentThread; comment: ReviewComment }>();
  #controller: vscode.CommentController | undefined;

  constructor(model: ReviewModel, comments: ReviewComments) {
    this.#model = model;
    this.#comments = comments;
    this.#store.add(accumulateEvent(model.onDidChange, () => this.#updateCommentingRanges()));
    this.#store.add(comments.onDidChange(() => this.#updateThreads()));
  }

  edit({ commentId }: ThreadComment): void {
    this.#setMode(commentId, vscode.CommentMode.Editing);
  }

  cancelEdit({ commentId }: ThreadComment): void {
    this.#setMode(commentId, vscode.CommentMode.Preview);
  }

  dispose(): void {
    this.#store.dispose();
    this.#controller?.dispose();
  }

  /** VS Code asks for commenting ranges again when it gets a new provider. Before the first hunk there is no controller. */
  #updateCommentingRanges(): void {
    if (this.#controller || this.#model.pending.length > 0) {
      this.#getController().commentingRangeProvider = {
        provideCommentingRanges: document => this.#getCommentingRanges(document),
      };
    }
  }

  #getController(): vscode.CommentController {
    if (!this.#controller) {
      this.#controller = vscode.comments.createCommentController(
        'accord',
        vscode.l10n.t('Agent Changes'),
      );
      this.#controller.options = {
        prompt: vscode.l10n.t('Comment for the agent'),
        placeHolder: vscode.l10n.t('What should the agent do differently?'),
      };
    }
    return this.#controller;
  }

  #getCommentingRanges({ uri, lineCount }: vscode.TextDocument): vscode.Range[] {
    const side = getReviewSide(uri);
    const file = side && this.#model.getFile(toReviewPath(uri));
    return file && isPending(file) ? file.hunks.map(hunk => toRange(hunk[side], lineCount)) : [];
  }

  #updateThreads(): void {
    const known = new Set(this.#comments.all.map(({ id }) => id));
    for (const [id, { thread }] of this.#threads) {
      if (!known.has(id)) {
        thread.dispose();
        this.#threads.delete(id);
      }
    }
    for (const comment of this.#comments.all) {
      const shown = this.#threads.get(comment.id);
      if (shown?.comment !== comment) {
        const thread = this.#createOrUpdateThread(comment, shown?.thread);
        this.#threads.set(comment.id, { thread, comment });
      }
    }
  }

  #createOrUpdateThread(
    comment: ReviewComment,
    before: vscode.CommentThread | undefined,
  ): vscode.CommentThread {
    const [uri, range] = this.#getLocation(comment);
    const comments = [new ThreadComment(comment)];
    if (before?.uri.toString() === uri.toString()) {
      before.range = range;
      before.comments = comments;
      return before;
    }
    before?.dispose();
    const thread = this.#getController().createCommentThread(uri, range, comments);
    thread.canReply = false;
    thread.label = vscode.l10n.t('Comment for the agent');
    const isVisible = vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    if (isVisible && comment.verdict === 'open') {
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    }
    return thread;
  }

  /** The comment on a deleted file is shown at its base, since there is no current text. */
  #getLocation({ path, range, hunkId }: ReviewComment): readonly [vscode.Uri, vscode.Range] {
    const file: ReviewedFile | undefined = this.#model.getFile(path);
    const hunk = file?.hunks.find(({ id }) => id === hunkId);
    return file?.current.form.kind === 'absent'
      ? [toBaseUri(path), toRange(hunk?.base ?? lineRange(0, 1))]
      : [toReviewUri(path), toRange(range)];
  }

  #setMode(commentId: string, mode: vscode.CommentMode): void {
    const shown = this.#threads.get(commentId);
    if (shown) {
      const threadComment = new ThreadComment(shown.comment);
      threadComment.mode = mode;
      shown.thread.comments = [threadComment];
    }
  }
}

/** Which side of a reviewed file a document shows, if any. */
export function getReviewSide({ scheme }: vscode.Uri): 'base' | 'current' | undefined {
  return scheme === 'file' || scheme === PROPOSED_SCHEME
    ? 'current'
    : scheme === BASE_SCHEME
      ? 'base'
      : undefined;
}

/** An empty range is shown at the line that follows it. */
function toRange({ start, end }: LineRange, lineCount = Infinity): vscode.Range {
  const first = Math.max(0, Math.min(start, lineCount - 1));
  return new vscode.Range(first, 0, Math.max(first, Math.min(end, lineCount) - 1), 0);
}
