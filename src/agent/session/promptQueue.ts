import type { Draft } from '../../core/prompt/draft.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { QueuedPrompt } from '../../core/session/state/sessionState.ts';

/** A prompt that waits for its turn, and who waits for the end of that turn. */
export interface WaitingPrompt extends QueuedPrompt {
  readonly done: (reason: TurnEndReason) => void;
}

/** The prompts of a session that have not gone out yet. */
export class PromptQueue {
  readonly #changed: (queue: readonly QueuedPrompt[]) => void;
  #waiting: readonly WaitingPrompt[] = [];
  #serial = 0;

  constructor(changed: (queue: readonly QueuedPrompt[]) => void) {
    this.#changed = changed;
  }

  /** Puts a prompt at the end; settles when its turn has ended. */
  add(draft: Draft): Promise<TurnEndReason> {
    return new Promise(done => {
      this.#serial += 1;
      this.#set([...this.#waiting, { id: `q${this.#serial}`, draft, done }]);
    });
  }

  /** Puts a prompt that waits before all others. Answers whether it was there. */
  promote(id: string): boolean {
    const first = this.#waiting.find(waiting => waiting.id === id);
    if (first) {
      this.#set([first, ...this.#waiting.filter(waiting => waiting !== first)]);
    }
    return first !== undefined;
  }

  remove(id: string): void {
    this.#waiting.find(waiting => waiting.id === id)?.done('cancelled');
    this.#set(this.#waiting.filter(waiting => waiting.id !== id));
  }

  /** Takes out the next prompt. */
  shift(): WaitingPrompt | undefined {
    const [next, ...rest] = this.#waiting;
    if (next) {
      this.#set(rest);
    }
    return next;
  }

  /** The session is closed: nobody need wait any more. The prompts themselves stay, and are written down with it. */
  cancelAll(): void {
    for (const { done } of this.#waiting) {
      done('cancelled');
    }
  }

  #set(waiting: readonly WaitingPrompt[]): void {
    this.#waiting = waiting;
    this.#changed(waiting.map(({ id, draft }) => ({ id, draft })));
  }
}
