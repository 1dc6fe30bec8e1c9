import type { ChatShell, ChatView, EarlierPage } from '../core/chat/chatView.ts';
import type { SessionChange } from '../core/chat/messages.ts';
import type { PendingReview } from '../core/chat/pendingReview.ts';
import { Emitter } from '../core/event.ts';
import { frameTime } from './frameTime.ts';
import { hostClock } from './hostClock.ts';
import { firstSlice, overtaken } from './slices.ts';
import {
  newest,
  type ShownSession,
  trimmed,
  type View,
  viewAfter,
  viewOf,
  viewWithEarlier,
} from './view.ts';

/** Which entries were asked for: those of a session before one that is on the page. */
interface Asked {
  readonly sessionId: string;
  readonly beforeId: string;
}

/** Holds what the page shows, and has it drawn at most once per frame, however much arrives. */
export class Store {
  #view: View | undefined;
  #draw: (view: View) => void;
  #isDue = false;
  /** What has come but is not in the view yet: a flood is taken in piece by piece. */
  #changes: readonly SessionChange[] = [];
  #review: PendingReview | undefined;

  /** Whether the user is at the end of the conversation; only then may old entries leave the page. */
  following = true;

  #sent = new Emitter<undefined>();
  /** The user has sent a prompt, and a turn begins with it. */
  readonly onDidSend = this.#sent.event;

  constructor(draw: (view: View) => void) {
    this.#draw = draw;
  }

  reset(view: ChatView): void {
    hostClock.hear(view.shell.nowMs);
    this.#changes = [];
    this.#set({ ...viewOf(view), ...(this.#review ? { review: this.#review } : {}) });
  }

  sent(): void {
    this.#sent.fire(undefined);
  }

  change(change: SessionChange): void {
    this.#changes = [...this.#changes, change];
    this.#soon();
  }

  shell(shell: ChatShell): void {
    hostClock.hear(shell.nowMs);
    if (this.#view) {
      this.#set({ ...this.#view, shell });
    }
  }

  /** What waits for a decision concerns all sessions: a reset leaves it as it is. */
  review(review: PendingReview): void {
    this.#review = review;
    if (this.#view) {
      this.#set({ ...this.#view, review });
    }
  }

  /** Older entries that the user asked for. If the page has moved on, they would leave a hole: they are dropped. */
  addEarlier({ sessionId, beforeId }: Asked, page: EarlierPage): void {
    const { session } = this.#view ?? {};
    if (this.#view && session?.state.id === sessionId && firstIn(session) === beforeId) {
      this.#set(viewWithEarlier(this.#view, page));
    }
  }

  #set(view: View): void {
    this.#view = view;
    this.#soon();
  }

  #soon(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      requestAnimationFrame(frame => {
        frameTime.begin(frame);
        this.#drawNow();
      });
    }
  }

  #drawNow(): void {
    this.#isDue = false;
    if (!this.#view) {
      return;
    }
    if (this.following) {
      this.#view = this.#passOver(this.#view);
    }
    const { slice, rest } = firstSlice(this.#changes);
    this.#changes = rest;
    if (slice.length > 0) {
      const after = slice.reduce(viewAfter, this.#view);
      this.#view = this.following ? trimmed(after) : after;
    }
    this.#draw(this.#view);
    if (rest.length > 0) {
      this.#soon();
    }
  }

  #passOver(view: View): View {
    const { passed, rest } = overtaken(this.#changes);
    this.#changes = rest;
    return passed.reduce((before, change) => newest(viewAfter(before, change)), view);
  }
}

const firstIn = ({ transcript }: ShownSession): string | undefined => transcript.entries[0]?.id;
