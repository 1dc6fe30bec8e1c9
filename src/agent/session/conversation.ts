import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import {
  patchesForUpdate,
  unknownUpdatePatches,
} from '../../core/session/transcript/patchesForUpdate.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { LiveTranscript } from '../../core/session/transcript/liveTranscript.ts';
import { stateAfterUpdate } from '../../core/session/state/stateAfterUpdate.ts';
import {
  emptyTranscript,
  type TranscriptPatch,
  type Transcript,
} from '../../core/session/transcript/transcript.ts';

/** What changed: patches of the transcript, and the new state if that is another. */
export interface ConversationChange {
  readonly patches: readonly TranscriptPatch[];
  readonly state?: SessionState;
}

/** Owns the transcript and the state of one session. Everybody else sees values and changes. */
export class Conversation implements Disposable {
  readonly #transcript: LiveTranscript;
  #state: SessionState;
  /** Words that are in the transcript and have not been told. */
  #untold: TranscriptPatch[] = [];
  #changed = new Emitter<ConversationChange>();
  readonly onDidChange: Event<ConversationChange> = this.#changed.event;

  constructor(state: SessionState, transcript: Transcript = emptyTranscript) {
    this.#state = state;
    this.#transcript = new LiveTranscript(transcript);
  }

  get transcript(): Transcript {
    return this.#transcript.snapshot();
  }

  get state(): SessionState {
    return this.#state;
  }

  /**
   * Takes in what the agent tells, in the order in which it came. Words that follow each other at once are told
   * together: an agent that writes much does so in small pieces, and many listen.
   */
  applyUpdate(update: SessionUpdate): void {
    this.applyStateUpdate(update);
    const patches = patchesForUpdate(this.#transcript, update, Date.now());
    patches.forEach(patch => this.#transcript.apply(patch));
    if (patches.every(({ kind }) => kind === 'grew')) {
      this.#tellSoon(patches);
    } else {
      this.#tell(patches);
    }
  }

  /** Takes in what an update tells of the session itself, and not what was said. */
  applyStateUpdate(update: SessionUpdate): void {
    const state = stateAfterUpdate(this.#state, update);
    if (state !== this.#state) {
      this.setState(state);
    }
  }

  /** Takes in an update of a kind we do not know. */
  addUnknownUpdate(update: unknown): void {
    this.patch((transcript, nowMs) => unknownUpdatePatches(transcript, update, nowMs));
  }

  patch(make: (transcript: Transcript, nowMs: number) => readonly TranscriptPatch[]): void {
    const patches = make(this.#transcript, Date.now());
    if (patches.length > 0) {
      patches.forEach(patch => this.#transcript.apply(patch));
      this.#tell(patches);
    }
  }

  setState(change: Partial<SessionState>): void {
    this.#tell([]);
    this.#state = { ...this.#state, ...change };
    this.#changed.fire({ patches: [], state: this.#state });
  }

  dispose(): void {
    this.#tell([]);
    this.#changed.dispose();
  }

  #tellSoon(words: readonly TranscriptPatch[]): void {
    if (this.#untold.length === 0 && words.length > 0) {
      queueMicrotask(() => this.#tell([]));
    }
    this.#untold.push(...words);
  }

  #tell(patches: readonly TranscriptPatch[]): void {
    const all = [...joinPatches(this.#untold), ...patches];
    this.#untold = [];
    if (all.length > 0) {
      this.#changed.fire({ patches: all });
    }
  }
}
