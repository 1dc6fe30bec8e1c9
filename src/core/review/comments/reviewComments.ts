import { Emitter, type Event } from '../../event.ts';
import type { Disposable } from '../../disposableStore.ts';
import type { Hunk } from '../file/hunk.ts';
import {
  describeHunk,
  getOwnerSessionId,
  COMMENT_LIMIT_CHARS,
  type ReviewComment,
} from './reviewComment.ts';
import { updateComments } from './updateComments.ts';
import type { ReviewEvent } from '../model/reviewEvent.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewState } from '../model/reviewState.ts';

/** The owner of what the user has said about hunks and not sent yet. */
export class ReviewComments implements Disposable {
  #all: readonly ReviewComment[] = [];
  #made = 0;
  readonly #changed = new Emitter<readonly ReviewComment[]>();
  /** Fires with all of them after each change. */
  readonly onDidChange: Event<readonly ReviewComment[]> = this.#changed.event;

  get all(): readonly ReviewComment[] {
    return this.#all;
  }

  find(id: string): ReviewComment | undefined {
    return this.#all.find(remark => remark.id === id);
  }

  /** Takes over what was collected in an earlier window. */
  restore(remarks: readonly ReviewComment[]): void {
    this.#made = Math.max(this.#made, ...remarks.map(({ id }) => Number(id) || 0));
    this.#set([...remarks, ...this.#all]);
  }

  add(file: ReviewedFile, hunk: Hunk, words: string): ReviewComment {
    const remark: ReviewComment = {
      ...describeHunk(file, hunk),
      id: String(++this.#made),
      sessionId: getOwnerSessionId(file, hunk),
      verdict: 'open',
      words: words.slice(0, COMMENT_LIMIT_CHARS),
    };
    this.#set([...this.#all, remark]);
    return remark;
  }

  /** Says it in other words. */
  edit(id: string, words: string): void {
    const kept = words.slice(0, COMMENT_LIMIT_CHARS);
    this.#set(this.#all.map(one => (one.id === id ? { ...one, words: kept } : one)));
  }

  /** Takes some out: they were sent, or the user thought better of it. */
  remove(ids: readonly string[]): void {
    this.#set(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  /** Follows the hunks through what happens to them. */
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
