import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import {
  noticePatches,
  patchesForUpdate,
  unknownUpdatePatches,
} from '../../core/session/transcript/patchesForUpdate.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { turnPhaseAfter, type TurnPhase } from '../../core/session/state/turnPhase.ts';
import type { NoticeAction } from '../../core/session/transcript/entry.ts';
import { LiveTranscript } from '../../core/session/transcript/liveTranscript.ts';
import { transcriptOf } from '../../core/session/transcript/subagentPatches.ts';
import {
  limitPatches,
  TRANSCRIPT_LIMIT_CHARS,
} from '../../core/session/transcript/transcriptLimit.ts';
import { stateAfterUpdate } from '../../core/session/state/stateAfterUpdate.ts';
import {
  emptyTranscript,
  type TranscriptPatch,
  type Transcript,
} from '../../core/session/transcript/transcript.ts';

const RETRY_CHARS = 1024 * 1024;

/** Patches of the transcript, and the new state if it changed. */
export interface ConversationChange {
  readonly patches: readonly TranscriptPatch[];
  readonly state?: SessionState;
}

/** Owns the transcript and the state of one session. Everyone else sees values and changes. */
export class Conversation implements Disposable {
  readonly #transcript: LiveTranscript;
  #state: SessionState;
  #turnPhase: TurnPhase = 'none';
  /** The size at which details of old entries are dropped. */
  #limitAtChars = TRANSCRIPT_LIMIT_CHARS;
  /** Patches that are applied to the transcript but not fired yet. */
  #unfired: TranscriptPatch[] = [];
  readonly #didChange = new Emitter<ConversationChange>();
  readonly onDidChange: Event<ConversationChange> = this.#didChange.event;

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

  /** Whether a turn is running, and whether the user has stopped the last one. */
  get turnPhase(): TurnPhase {
    return this.#turnPhase;
  }

  /**
   * Applies an update of the agent, or of its sub-agent. Consecutive text chunks are fired together, because agents send
   * text in small pieces and there are many listeners.
   */
  applyUpdate(update: SessionUpdate, subagentId?: string): void {
    if (subagentId === undefined) {
      this.applyStateUpdate(update); // The mode, the title and so on of a sub-agent are not those of the session.
    }
    const transcript =
      subagentId === undefined ? this.#transcript : transcriptOf(this.#transcript, subagentId);
    const patches = this.#apply(patchesForUpdate(transcript, update, Date.now()));
    if (patches.every(({ kind }) => kind === 'grew')) {
      this.#fireSoon(patches);
    } else {
      this.#fire(patches);
    }
  }

  /** Applies only what an update says about the session's state and leaves the transcript alone. */
  applyStateUpdate(update: SessionUpdate): void {
    const state = stateAfterUpdate(this.#state, update);
    if (state !== this.#state) {
      this.setState(state);
    }
  }

  /** Adds an entry for an update of an unknown kind. */
  addUnknownUpdate(update: unknown): void {
    this.patch((transcript, nowMs) => unknownUpdatePatches(transcript, update, nowMs));
  }

  /** Adds a notice to the transcript. The first line of the message is its title. */
  addNotice(
    severity: 'info' | 'warning' | 'error',
    message: string,
    actions: readonly NoticeAction[] = [],
  ): void {
    const [title = '', ...rest] = message.split('\n');
    const detail = rest.join('\n');
    const notice = {
      severity,
      title,
      ...(detail ? { detail } : {}),
      actions: withSettings(message, actions),
    };
    this.patch((transcript, nowMs) => noticePatches(transcript, notice, nowMs));
  }

  patch(create: (transcript: Transcript, nowMs: number) => readonly TranscriptPatch[]): void {
    const patches = create(this.#transcript, Date.now());
    if (patches.length > 0) {
      this.#fire(this.#apply(patches));
    }
  }

  setState(change: Partial<SessionState>): void {
    this.#fire([]);
    this.#state = { ...this.#state, ...change };
    if (change.status) {
      this.#turnPhase = turnPhaseAfter(this.#turnPhase, change.status);
    }
    this.#didChange.fire({ patches: [], state: this.#state });
  }

  dispose(): void {
    this.#fire([]);
    this.#didChange.dispose();
  }

  /** Applies patches and returns them, with those that keep a long transcript within its limit. */
  #apply(patches: readonly TranscriptPatch[]): readonly TranscriptPatch[] {
    patches.forEach(patch => this.#transcript.apply(patch));
    if (this.#transcript.sizeChars <= this.#limitAtChars) {
      return patches;
    }
    const limiting = limitPatches(this.#transcript, this.#transcript.sizeChars);
    limiting.forEach(patch => this.#transcript.apply(patch));
    // If nothing could be dropped, the next attempt is worth it only when there is more.
    const nextChars = this.#transcript.sizeChars + RETRY_CHARS;
    this.#limitAtChars = Math.max(TRANSCRIPT_LIMIT_CHARS, nextChars);
    return [...patches, ...limiting];
  }

  #fireSoon(patches: readonly TranscriptPatch[]): void {
    if (this.#unfired.length === 0 && patches.length > 0) {
      queueMicrotask(() => this.#fire([]));
    }
    this.#unfired.push(...patches);
  }

  #fire(patches: readonly TranscriptPatch[]): void {
    const all = [...joinPatches(this.#unfired), ...patches];
    this.#unfired = [];
    if (all.length > 0) {
      this.#didChange.fire({ patches: all });
    }
  }
}

/** A message that mentions the setting of the agents gets a button for it. */
const withSettings = (message: string, actions: readonly NoticeAction[]): readonly NoticeAction[] =>
  /\baccord\.agents\b/.test(message) ? [...actions, 'openSettings'] : actions;
