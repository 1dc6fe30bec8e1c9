import type { Disposable } from '../../disposableStore.ts';
import { Emitter, type Event } from '../../event.ts';
import type { Hunk } from '../file/hunk.ts';
import { lastOrigin, type ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewEvent } from '../model/reviewEvent.ts';
import type { ReviewState } from '../model/reviewState.ts';
import { COMMENT_LIMIT_CHARS, describeHunk, type ReviewComment } from './reviewComment.ts';
import { updateComments } from './updateComments.ts';

/** So many comments that were sent are kept. */
const SENT_LIMIT = 200;

/** Owns the comments on hunks that have not been sent yet, and remembers the sent ones as long as the window is open. */
export class ReviewComments implements Disposable {
  #all: readonly ReviewComment[] = [];
  #sent: readonly ReviewComment[] = [];
  #lastId = 0;
  readonly #changed = new Emitter<readonly ReviewComment[]>();
  /** Fires with all comments after each change. */
  readonly onDidChange: Event<readonly ReviewComment[]> = this.#changed.event;

  get all(): readonly ReviewComment[] {
    return this.#all;
  }

  /** The comments that were sent, the latest last. */
  get sent(): readonly ReviewComment[] {
    return this.#sent;
  }

  find(id: string): ReviewComment | undefined {
    return this.#all.find(comment => comment.id === id);
  }

  /** Adds the comments saved by an earlier window. */
  restore(comments: readonly ReviewComment[]): void {
    this.#lastId = Math.max(this.#lastId, ...comments.map(({ id }) => Number(id) || 0));
    this.#set([...comments, ...this.#all]);
  }

  add(file: ReviewedFile, hunk: Hunk, text: string): ReviewComment {
    const comment: ReviewComment = {
      ...describeHunk(file, hunk),
      id: String(++this.#lastId),
      sessionId: lastOrigin(file, hunk)?.sessionId ?? '',
      verdict: 'open',
      text: text.slice(0, COMMENT_LIMIT_CHARS),
    };
    this.#set([...this.#all, comment]);
    return comment;
  }

  edit(id: string, text: string): void {
    const truncated = text.slice(0, COMMENT_LIMIT_CHARS);
    this.#set(this.#all.map(one => (one.id === id ? { ...one, text: truncated } : one)));
  }

  /** Removes comments that were sent, but remembers them. */
  markSent(ids: readonly string[]): void {
    const sent = this.#all.filter(({ id }) => ids.includes(id));
    this.#sent = [...this.#sent, ...sent].slice(-SENT_LIMIT);
    this.remove(ids);
  }

  /** Removes comments that were discarded. */
  remove(ids: readonly string[]): void {
    this.#set(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  /** Updates the comments after an event. `state` is the state after it. */
  handleEvent(event: ReviewEvent, state: ReviewState): void {
    const after = updateComments(this.#all, event, state);
    if (after !== this.#all) {
      this.#set(after);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(all: readonly ReviewComment[]): void {
    this.#all = all;
    this.#changed.fire(all);
  }
}
