import type { ConversationChange } from '../../agent/session/conversation.ts';
import type { SessionChangedParams } from '../../core/chat/messages.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { isTurnEndPatch } from '../../core/session/transcript/turnEnd.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';

const FRAME_MS = 16;

/**
 * Gathers the changes of one session and posts them once per frame, as soon as they are written down: what was seen is
 * never lost. Nothing ticks while nothing changes.
 */
export class SessionChangeBatcher implements Disposable {
  readonly #post: (change: SessionChangedParams) => void;
  readonly #written: () => Promise<unknown>;
  #posting: Promise<unknown> = Promise.resolve();
  /** Counts the sessions followed: what waited for an earlier one is dropped. */
  #round = 0;
  #sessionId = '';
  #patches: TranscriptPatch[] = [];
  #state: SessionState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(post: (change: SessionChangedParams) => void, written: () => Promise<unknown>) {
    this.#post = post;
    this.#written = written;
  }

  /** From now on gathers for this session; what was gathered for another is dropped: a reset follows. */
  setSession(sessionId: string): void {
    this.#round += 1;
    this.#sessionId = sessionId;
    this.#patches = [];
    this.#state = undefined;
  }

  add(change: ConversationChange): void {
    this.#patches.push(...change.patches);
    this.#state = change.state ?? this.#state;
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
    if (change.patches.some(isTurnEndPatch)) {
      this.flush(); // Nothing more will come, and what is done at the end of a turn takes its time.
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#patches.length === 0 && !this.#state) {
      return;
    }
    const change: SessionChangedParams = {
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
    change: SessionChangedParams,
  ): Promise<void> {
    const round = this.#round;
    await before;
    await written;
    if (round === this.#round) {
      this.#post(change);
    }
  }
}
