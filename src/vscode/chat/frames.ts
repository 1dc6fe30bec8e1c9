import type { Change } from '../../agent/conversation.ts';
import type { SessionChange } from '../../core/chat/messages.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import type { Disposable } from '../../core/lifetime.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import { endsTurn } from '../../core/session/turnEnd.ts';
import type { Patch } from '../../core/session/transcript.ts';

const FRAME_MS = 16;

/**
 * Gathers the changes of one session and posts them once per frame, as soon as they are written down: what was seen is
 * never lost. Nothing ticks while nothing changes.
 */
export class Frames implements Disposable {
  readonly #post: (change: SessionChange) => void;
  readonly #written: () => Promise<unknown>;
  #posting: Promise<unknown> = Promise.resolve();
  /** Counts the sessions followed: what waited for an earlier one is dropped. */
  #round = 0;
  #sessionId = '';
  #patches: Patch[] = [];
  #state: SessionState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(post: (change: SessionChange) => void, written: () => Promise<unknown>) {
    this.#post = post;
    this.#written = written;
  }

  /** From now on gathers for this session; what was gathered for another is dropped: a reset follows. */
  follow(sessionId: string): void {
    this.#round += 1;
    this.#sessionId = sessionId;
    this.#patches = [];
    this.#state = undefined;
  }

  add(change: Change): void {
    this.#patches.push(...change.patches);
    this.#state = change.state ?? this.#state;
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
    if (change.patches.some(endsTurn)) {
      this.flush(); // Nothing more will come, and what is done at the end of a turn takes its time.
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#patches.length === 0 && !this.#state) {
      return;
    }
    const change: SessionChange = {
      sessionId: this.#sessionId,
      patches: joinPatches(this.#patches),
      ...(this.#state ? { state: this.#state } : {}),
    };
    this.#patches = [];
    this.#state = undefined;
    this.#posting = this.#postAfter(this.#posting, this.#written(), change);
  }

  dispose(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  async #postAfter(
    before: Promise<unknown>,
    written: Promise<unknown>,
    change: SessionChange,
  ): Promise<void> {
    const round = this.#round;
    await before;
    await written;
    if (round === this.#round) {
      this.#post(change);
    }
  }
}
