import type { ChatShell, ChatViewState, EntryPage } from '../../core/chat/chatViewState.ts';
import type { SessionChangedParams } from '../../core/chat/messages.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import { Emitter } from '../../core/event.ts';
import { frameBudget } from './frameBudget.ts';
import { hostClock } from './hostClock.ts';
import { takeFrameBatch, takeSkippedChanges } from './changeBatch.ts';
import {
  keepNewestEntries,
  type ShownSession,
  trimOldEntries,
  type ViewState,
  applyChange,
  toViewState,
  prependEarlier,
} from './viewState.ts';

/** The request for the entries of a session before one that is on the page. */
interface EarlierRequest {
  readonly sessionId: string;
  readonly beforeId: string;
}

/** Holds the state of the page and renders it at most once per frame. */
export class ChatStore {
  #view: ViewState | undefined;
  #draw: (view: ViewState) => void;
  #isDue = false;
  /** Changes that are not applied yet. */
  #changes: readonly SessionChangedParams[] = [];
  #review: PendingReview | undefined;

  /** Whether the user is at the end of the conversation; only then may old entries be removed. */
  isFollowing = true;

  #sent = new Emitter<undefined>();
  /** Fires when the user has sent a prompt that starts a turn. */
  readonly onDidSend = this.#sent.event;

  constructor(draw: (view: ViewState) => void) {
    this.#draw = draw;
  }

  reset(view: ChatViewState): void {
    hostClock.synchronize(view.shell.nowMs);
    this.#changes = [];
    this.#set({ ...toViewState(view), ...(this.#review ? { review: this.#review } : {}) });
  }

  notifySent(): void {
    this.#sent.fire(undefined);
  }

  applyChange(change: SessionChangedParams): void {
    this.#changes = [...this.#changes, change];
    this.#soon();
  }

  setShell(shell: ChatShell): void {
    hostClock.synchronize(shell.nowMs);
    if (this.#view) {
      this.#set({ ...this.#view, shell });
    }
  }

  /** The pending review concerns all sessions, so a reset does not change it. */
  setReview(review: PendingReview): void {
    this.#review = review;
    if (this.#view) {
      this.#set({ ...this.#view, review });
    }
  }

  /**
   * Adds older entries that the user asked for. They are dropped if the page has changed since, because they would
   * leave a gap.
   */
  prependEarlier({ sessionId, beforeId }: EarlierRequest, page: EntryPage): void {
    const { session } = this.#view ?? {};
    if (this.#view && session?.state.id === sessionId && firstIn(session) === beforeId) {
      this.#set(prependEarlier(this.#view, page));
    }
  }

  #set(view: ViewState): void {
    this.#view = view;
    this.#soon();
  }

  #soon(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      requestAnimationFrame(frame => {
        frameBudget.beginFrame(frame);
        this.#drawNow();
      });
    }
  }

  #drawNow(): void {
    this.#isDue = false;
    if (!this.#view) {
      return;
    }
    if (this.isFollowing) {
      this.#view = this.#passOver(this.#view);
    }
    const { slice, rest } = takeFrameBatch(this.#changes);
    this.#changes = rest;
    if (slice.length > 0) {
      const after = slice.reduce(applyChange, this.#view);
      this.#view = this.isFollowing ? trimOldEntries(after) : after;
    }
    this.#draw(this.#view);
    if (rest.length > 0) {
      this.#soon();
    }
  }

  #passOver(view: ViewState): ViewState {
    const { passed, rest } = takeSkippedChanges(this.#changes);
    this.#changes = rest;
    return passed.reduce((before, change) => keepNewestEntries(applyChange(before, change)), view);
  }
}

const firstIn = ({ transcript }: ShownSession): string | undefined => transcript.entries[0]?.id;
