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

/** A comment in the editor; it stands for a remark. */
export class ThreadComment implements vscode.Comment {
  readonly commentId: string;
  readonly author = { name: vscode.l10n.t('You') };
  readonly contextValue = 'accord';
  body: string;
  label: string;
  mode = vscode.CommentMode.Preview;

  constructor(remark: ReviewComment) {
    this.commentId = remark.id;
    this.body = remark.words;
    this.label = LABELS[remark.verdict]();
  }
}

const LABELS: Readonly<Record<ReviewComment['verdict'], () => string>> = {
  open: () => vscode.l10n.t('Not sent yet'),
  accepted: () => vscode.l10n.t('Accepted, not sent yet'),
  rejected: () => vscode.l10n.t('Rejected, not sent yet'),
};

/** VS Code's own comment threads on hunks: each hunk can be commented on, and what was said stands beside it until it is sent. */
export class CommentThreads implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #remarks: ReviewComments;
  readonly #lifetime = new DisposableStore();
  readonly #threads = new Map<string, { thread: vscode.CommentThread; remark: ReviewComment }>();
  #controller: vscode.CommentController | undefined;

  constructor(log: ReviewModel, remarks: ReviewComments) {
    this.#log = log;
    this.#remarks = remarks;
    this.#lifetime.add(accumulateEvent(log.onDidChange, () => this.#renewRanges()));
    this.#lifetime.add(remarks.onDidChange(() => this.#show()));
  }

  /** Lets the user say it in other words, there where it stands. */
  edit({ commentId: remarkId }: ThreadComment): void {
    this.#replace(remarkId, vscode.CommentMode.Editing);
  }

  /** Shows it again as it was. */
  cancelEdit({ commentId: remarkId }: ThreadComment): void {
    this.#replace(remarkId, vscode.CommentMode.Preview);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#controller?.dispose();
  }

  /** VS Code asks again where comments may stand when it gets a new provider. Before the first hunk it need not ask. */
  #renewRanges(): void {
    if (this.#controller || this.#log.pending.length > 0) {
      this.#owner().commentingRangeProvider = {
        provideCommentingRanges: document => this.#rangesIn(document),
      };
    }
  }

  #owner(): vscode.CommentController {
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

  #rangesIn({ uri, lineCount }: vscode.TextDocument): vscode.Range[] {
    const side = getReviewSide(uri);
    const file = side && this.#log.getFile(toReviewPath(uri));
    return file && isPending(file) ? file.hunks.map(hunk => rangeFor(hunk[side], lineCount)) : [];
  }

  #show(): void {
    const known = new Set(this.#remarks.all.map(({ id }) => id));
    for (const [id, { thread }] of this.#threads) {
      if (!known.has(id)) {
        thread.dispose();
        this.#threads.delete(id);
      }
    }
    for (const remark of this.#remarks.all) {
      const shown = this.#threads.get(remark.id);
      if (shown?.remark !== remark) {
        this.#threads.set(remark.id, { thread: this.#threadFor(remark, shown?.thread), remark });
      }
    }
  }

  #threadFor(
    remark: ReviewComment,
    before: vscode.CommentThread | undefined,
  ): vscode.CommentThread {
    const [uri, range] = this.#placeOf(remark);
    const comments = [new ThreadComment(remark)];
    if (before?.uri.toString() === uri.toString()) {
      before.range = range;
      before.comments = comments;
      return before;
    }
    before?.dispose();
    const thread = this.#owner().createCommentThread(uri, range, comments);
    thread.canReply = false;
    thread.label = vscode.l10n.t('Comment for the agent');
    const isSeen = vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    if (isSeen && remark.verdict === 'open') {
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    }
    return thread;
  }

  /** A deleted file can be seen only as it was before. */
  #placeOf({ path, range, hunkId }: ReviewComment): readonly [vscode.Uri, vscode.Range] {
    const file: ReviewedFile | undefined = this.#log.getFile(path);
    const hunk = file?.hunks.find(({ id }) => id === hunkId);
    return file?.current.form.kind === 'absent'
      ? [toBaseUri(path), rangeFor(hunk?.base ?? lineRange(0, 1))]
      : [toReviewUri(path), rangeFor(range)];
  }

  #replace(remarkId: string, mode: vscode.CommentMode): void {
    const shown = this.#threads.get(remarkId);
    if (shown) {
      const comment = new ThreadComment(shown.remark);
      comment.mode = mode;
      shown.thread.comments = [comment];
    }
  }
}

/** Which text of a file a document shows, if any. */
export function getReviewSide({ scheme }: vscode.Uri): 'base' | 'current' | undefined {
  return scheme === 'file' || scheme === PROPOSED_SCHEME
    ? 'current'
    : scheme === BASE_SCHEME
      ? 'base'
      : undefined;
}

/** A place without lines is shown at the line that stands there now. */
function rangeFor({ start, end }: LineRange, lineCount = Infinity): vscode.Range {
  const first = Math.max(0, Math.min(start, lineCount - 1));
  return new vscode.Range(first, 0, Math.max(first, Math.min(end, lineCount) - 1), 0);
}
