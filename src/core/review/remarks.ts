import { Emitter, type Event } from '../event.ts';
import type { Disposable } from '../lifetime.ts';
import type { Hunk } from './hunk.ts';
import { hunkFacts, ownerOf, WORDS_LIMIT_CHARS, type Remark } from './remark.ts';
import { remarksAfter } from './remarksAfter.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import type { ReviewedFile } from './reviewedFile.ts';
import type { ReviewState } from './reviewState.ts';

/** The owner of what the user has said about hunks and not sent yet. */
export class Remarks implements Disposable {
  #all: readonly Remark[] = [];
  #made = 0;
  readonly #changed = new Emitter<readonly Remark[]>();
  /** Fires with all of them after each change. */
  readonly onDidChange: Event<readonly Remark[]> = this.#changed.event;

  get all(): readonly Remark[] {
    return this.#all;
  }

  find(id: string): Remark | undefined {
    return this.#all.find(remark => remark.id === id);
  }

  /** Takes over what was collected in an earlier window. */
  restore(remarks: readonly Remark[]): void {
    this.#made = Math.max(this.#made, ...remarks.map(({ id }) => Number(id) || 0));
    this.#set([...remarks, ...this.#all]);
  }

  add(file: ReviewedFile, hunk: Hunk, words: string): Remark {
    const remark: Remark = {
      ...hunkFacts(file, hunk),
      id: String(++this.#made),
      sessionId: ownerOf(file, hunk),
      verdict: 'open',
      words: words.slice(0, WORDS_LIMIT_CHARS),
    };
    this.#set([...this.#all, remark]);
    return remark;
  }

  /** Says it in other words. */
  edit(id: string, words: string): void {
    const kept = words.slice(0, WORDS_LIMIT_CHARS);
    this.#set(this.#all.map(one => (one.id === id ? { ...one, words: kept } : one)));
  }

  /** Takes some out: they were sent, or the user thought better of it. */
  remove(ids: readonly string[]): void {
    this.#set(this.#all.filter(({ id }) => !ids.includes(id)));
  }

  /** Follows the hunks through what happens to them. */
  heard(event: ReviewEvent, state: ReviewState): void {
    const after = remarksAfter(this.#all, event, state);
    if (after !== this.#all) {
      this.#set(after);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(all: readonly Remark[]): void {
    this.#all = all;
    this.#changed.fire(all);
  }
}
