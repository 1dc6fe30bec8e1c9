import type { ChatShell, ChatViewState, EntryPage } from '../../core/chat/chatViewState.ts';
import type { SessionChangedParams } from '../../core/chat/messages.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import { Emitter } from '../../core/event.ts';
import { withKnownParts } from './withKnownParts.ts';
import { frameBudget } from './frameBudget.ts';
import { hostClock } from './hostClock.ts';
import { takeFrameBatch, takeSkippedChanges } from './changeBatch.ts';
import {
  keepNewestEntries,
  trimOldEntries,
  type ViewState,
  applyChange,
  toViewState,
  insertEarlier,
} from './viewState.ts';

/** The request for the entries of a session before one that is on the page. */
interface EarlierRequest {
  readonly sessionId: string;
  readonly beforeId: string;
}

/** Holds the state of the page and renders it at most once per frame. */
export class ChatStore {
  #view: ViewState | undefined;
  #render: (view: ViewState) => void;
  #isScheduled = false;
  /** Changes that are not applied yet. */
  #changes: readonly SessionChangedParams[] = [];
  #review: PendingReview | undefined;

  /** Whether the user is at the end of the conversation; only then may old entries be removed. */
  isFollowing = true;

  #sent = new Emitter<undefined>();
  /** Fires when the user has sent a prompt that starts a turn. */
  readonly onDidSend = this.#sent.event;

  constructor(render: (view: ViewState) => void) {
    this.#render = render;
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
    this.#scheduleRender();
  }

  setShell(shell: ChatShell): void {
    hostClock.synchronize(shell.nowMs);
    if (this.#view) {
      this.#set({ ...this.#view, shell });
    }
  }

  /** The pending review concerns all sessions, so a reset does not change it. */
  setReview(review: PendingReview): void {
    this.#review = withKnownParts(this.#review, review);
    if (this.#view) {
      this.#set({ ...this.#view, review: this.#review });
    }
  }

  /**
   * Adds older entries that the user asked for. They are dropped if the page has changed since and no longer lacks them.
   */
  insertEarlier({ sessionId, beforeId }: EarlierRequest, page: EntryPage): void {
    if (this.#view?.session?.state.id === sessionId) {
      this.#set(insertEarlier(this.#view, beforeId, page));
    }
  }

  #set(view: ViewState): void {
    this.#view = view;
    this.#scheduleRender();
  }

  #scheduleRender(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      requestAnimationFrame(frame => {
        frameBudget.beginFrame(frame);
        this.#renderNow();
      });
    }
  }

  #renderNow(): void {
    this.#isScheduled = false;
    if (!this.#view) {
      return;
    }
    if (this.isFollowing) {
      this.#view = this.#applySkippedChanges(this.#view);
    }
    const { batch, rest } = takeFrameBatch(this.#changes);
    this.#changes = rest;
    if (batch.length > 0) {
      const after = batch.reduce(applyChange, this.#view);
      this.#view = this.isFollowing ? trimOldEntries(after) : after;
    }
    this.#render(this.#view);
    if (rest.length > 0) {
      this.#scheduleRender();
    }
  }

  #applySkippedChanges(view: ViewState): ViewState {
    const { skipped, rest } = takeSkippedChanges(this.#changes);
    this.#changes = rest;
    return skipped.reduce((before, change) => keepNewestEntries(applyChange(before, change)), view);
  }
}
