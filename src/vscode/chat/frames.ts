import type { Change } from '../../agent/conversation.ts';
import type { SessionChange } from '../../core/chat/messages.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import type { Disposable } from '../../core/lifetime.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import type { Patch } from '../../core/session/transcript.ts';

const FRAME_MS = 16;

/** Gathers the changes of one session and posts them once per frame. Nothing ticks while nothing changes. */
export class Frames implements Disposable {
  readonly #post: (change: SessionChange) => void;
  #sessionId = '';
  #patches: Patch[] = [];
  #state: SessionState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(post: (change: SessionChange) => void) {
    this.#post = post;
  }

  /** From now on gathers for this session; what was gathered for another is dropped: a reset follows. */
  follow(sessionId: string): void {
    this.#sessionId = sessionId;
    this.#patches = [];
    this.#state = undefined;
  }

  add(change: Change): void {
    this.#patches.push(...change.patches);
    this.#state = change.state ?? this.#state;
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
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
    this.#post(change);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
