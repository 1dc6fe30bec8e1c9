import type { Conversation, ConversationChange } from '../../agent/session/conversation.ts';
import { Sequencer } from '../../core/async/sequencer.ts';
import type { SessionChangedParams } from '../../core/chat/messages.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { isTurnEndPatch } from '../../core/session/transcript/turnEnd.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';

const FRAME_MS = 16;

/** The session whose changes are batched. */
export interface BatchedSession {
  readonly id: string;
  readonly conversation: Pick<Conversation, 'onDidChange'>;
}

/**
 * Batches the changes of one session and posts them once per frame, after they have been persisted, so that the user never
 * sees something that is lost later. No timer runs while nothing changes.
 */
export class SessionChangeBatcher implements Disposable {
  readonly #post: (change: SessionChangedParams) => void;
  readonly #whenPersisted: () => Promise<unknown>;
  readonly #posts = new Sequencer();
  /** Incremented with each session, so that changes of an earlier one are dropped. */
  #generation = 0;
  #sessionId = '';
  #patches: TranscriptPatch[] = [];
  #state: SessionState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #subscription: Disposable | undefined;

  constructor(post: (change: SessionChangedParams) => void, whenPersisted: () => Promise<unknown>) {
    this.#post = post;
    this.#whenPersisted = whenPersisted;
  }

  /** Starts to batch for another session and drops the changes of the previous one. The caller sends a reset. */
  setSession(session: BatchedSession | undefined): void {
    this.#subscription?.dispose();
    this.#subscription = session?.conversation.onDidChange(change => this.add(change));
    this.#generation += 1;
    this.#sessionId = session?.id ?? '';
    this.#patches = [];
    this.#state = undefined;
  }

  add(change: ConversationChange): void {
    this.#patches.push(...change.patches);
    this.#state = change.state ?? this.#state;
    this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
    if (change.patches.some(isTurnEndPatch)) {
      this.flush(); // No more changes follow, and the work at the end of a turn may delay the timer.
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
    const generation = this.#generation;
    const persisted = this.#whenPersisted();
    void this.#posts.queue(async () => {
      await persisted;
      if (generation === this.#generation) {
        this.#post(change);
      }
    });
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#generation += 1;
    clearTimeout(this.#timer);
  }
}
