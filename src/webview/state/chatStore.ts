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

/** Which entries were asked for: those of a session before one that is on the page. */
interface EarlierRequest {
  readonly sessionId: string;
  readonly beforeId: string;
}

/** Holds what the page shows, and has it drawn at most once per frame, however much arrives. */
export class ChatStore {
  #view: ViewState | undefined;
  #draw: (view: ViewState) => void;
  #isDue = false;
  /** What has come but is not in the view yet: a flood is taken in piece by piece. */
  #changes: readonly SessionChangedParams[] = [];
  #review: PendingReview | undefined;

  /** Whether the user is at the end of the conversation; only then may old entries leave the page. */
  isFollowing = true;

  #sent = new Emitter<undefined>();
  /** The user has sent a prompt, and a turn begins with it. */
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

  /** What waits for a decision concerns all sessions: a reset leaves it as it is. */
  setReview(review: PendingReview): void {
    this.#review = review;
    if (this.#view) {
      this.#set({ ...this.#view, review });
    }
  }

  /** Older entries that the user asked for. If the page has moved on, they would leave a hole: they are dropped. */
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
