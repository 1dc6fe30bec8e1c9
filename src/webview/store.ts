import type { ChatShell, ChatView, EarlierPage } from '../core/chat/chatView.ts';
import type { SessionChange } from '../core/chat/messages.ts';
import type { PendingReview } from '../core/chat/pendingReview.ts';
import { trimmed, type View, viewAfter, viewOf, viewWithEarlier } from './view.ts';

/** Holds what the page shows, and has it drawn at most once per frame, however much arrives. */
export class Store {
  #view: View | undefined;
  #draw: (view: View) => void;
  #isDue = false;
  #review: PendingReview | undefined;

  /** Whether the user is at the end of the conversation; only then may old entries leave the page. */
  following = true;

  constructor(draw: (view: View) => void) {
    this.#draw = draw;
  }

  reset(view: ChatView): void {
    this.#set({ ...viewOf(view), ...(this.#review ? { review: this.#review } : {}) });
  }

  change(change: SessionChange): void {
    if (this.#view) {
      const after = viewAfter(this.#view, change);
      this.#set(this.following ? trimmed(after) : after);
    }
  }

  shell(shell: ChatShell): void {
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

  /** Older entries that the user asked for; late ones of another session are dropped. */
  addEarlier(sessionId: string, page: EarlierPage): void {
    if (this.#view?.session?.state.id === sessionId) {
      this.#set(viewWithEarlier(this.#view, page));
    }
  }

  #set(view: View): void {
    this.#view = view;
    if (!this.#isDue) {
      this.#isDue = true;
      requestAnimationFrame(() => this.#drawNow());
    }
  }

  #drawNow(): void {
    this.#isDue = false;
    if (this.#view) {
      this.#draw(this.#view);
    }
  }
}
