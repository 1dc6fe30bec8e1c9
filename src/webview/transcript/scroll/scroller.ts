import type { ReadingPosition } from '../../state/savedState.ts';
import { getReadingPosition, restoreReadingPosition } from './readingPosition.ts';

/** Closer to the end than this counts as being there. */
const NEAR_PX = 24;

/** An element, and where its bottom edge was on the screen. */
export interface AnchoredElement {
  readonly element: Element;
  readonly bottom: number;
}

/** Events of a user who scrolls. Navigating from elsewhere on the page causes a focus event. */
const USER_SCROLL_EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const;

/**
 * Keeps the end in view while content is added, as long as the user is at the end; or keeps the reading position while
 * entries around it get their size. It observes the size of the content, so that rendering never has to measure.
 */
export class Scroller {
  #box: HTMLElement;
  #content: HTMLElement;
  #observer: ResizeObserver;
  #following = true;
  /** Kept until the user scrolls. */
  #heldPosition: ReadingPosition | undefined;
  #lastTop = 0;
  #lastHeight = 0;
  /** Where we have scrolled to the end. */
  #endTop = 0;
  /** Whether the user is expanding something. */
  #isExpanding = false;
  /** The space above the content. */
  #spaceAbovePx = 0;
  #onDidMove: (following: boolean, position: ReadingPosition | undefined) => void;

  constructor(
    box: HTMLElement,
    content: HTMLElement,
    onDidMove: (following: boolean, position: ReadingPosition | undefined) => void,
  ) {
    this.#box = box;
    this.#content = content;
    this.#onDidMove = onDidMove;
    this.#observer = new ResizeObserver(() => this.#update());
    this.#observer.observe(content);
    this.#observer.observe(box);
    box.addEventListener('scroll', this.#onScroll, { passive: true });
    box.addEventListener('wheel', this.#onWheel, { passive: true });
    USER_SCROLL_EVENTS.forEach(move =>
      box.addEventListener(move, this.#releasePosition, { passive: true }),
    );
    content.addEventListener('click', this.#onClick, { capture: true });
  }

  /** Whether the content is higher than the viewport. */
  get isScrollable(): boolean {
    return this.#box.scrollHeight > this.#box.clientHeight;
  }

  scrollToEnd(): void {
    this.#heldPosition = undefined;
    this.#following = true;
    this.#update();
    this.#notify();
  }

  /**
   * Old entries were removed. The browser may have scrolled meanwhile, and if as much was added as removed, the size
   * does not change.
   */
  onDidTrim(): void {
    if (this.#following) {
      this.#update();
    }
  }

  /**
   * An element was folded: if the end is in view, its bottom stays where it was on the screen. If the content no longer
   * fills the viewport, the rest becomes space above it.
   */
  onDidFold({ element: part, bottom }: AnchoredElement): void {
    if (!this.#following) {
      return;
    }
    this.#update();
    const gapPx = bottom - part.getBoundingClientRect().bottom;
    if (gapPx > 0 && !this.isScrollable) {
      this.#setSpaceAbove(this.#spaceAbovePx + gapPx);
      this.#update();
    }
  }

  /** Entries were added at the top: the visible content stays where it is. */
  scrollTo(top: number): void {
    if (this.#heldPosition) {
      this.#update();
      return;
    }
    this.#box.scrollTop = top;
    this.#setFollowing(this.#isAtEnd);
  }

  get isHoldingPosition(): boolean {
    return this.#heldPosition !== undefined;
  }

  /** Scrolls to a reading position and stays there until the user scrolls. */
  holdPosition(position: ReadingPosition): void {
    this.#heldPosition = position;
    this.#following = false;
    this.#update();
    this.#onDidMove(false, position);
  }

  /** Scrolls an element to the middle and stays there. */
  reveal(element: Element): void {
    if (this.isScrollable) {
      this.#heldPosition = undefined;
      element.scrollIntoView({ block: 'center' });
      this.#setFollowing(false);
    }
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#box.removeEventListener('scroll', this.#onScroll);
    this.#box.removeEventListener('wheel', this.#onWheel);
    USER_SCROLL_EVENTS.forEach(move => this.#box.removeEventListener(move, this.#releasePosition));
    this.#content.removeEventListener('click', this.#onClick, { capture: true });
  }

  #update(): void {
    if (this.#isExpanding) {
      this.#isExpanding = false;
      this.#setFollowing(this.#isAtEnd);
    } else if (this.#following) {
      this.#box.scrollTop = this.#followedTop;
      this.#endTop = this.#box.scrollTop;
    } else if (this.#heldPosition) {
      restoreReadingPosition(this.#heldPosition, this.#box, this.#content);
    } else if (this.#box.scrollHeight < this.#lastHeight && this.#isAtEnd) {
      this.#setFollowing(true); // The visible content was removed, and this is the end now.
    }
    this.#lastHeight = this.#box.scrollHeight;
  }

  /** Where the view scrolls by itself. The welcome page is read from its top. */
  get #followedTop(): number {
    return this.#content.querySelector(':scope > .welcome') ? 0 : this.#box.scrollHeight;
  }

  #setSpaceAbove(px: number): void {
    this.#spaceAbovePx = px;
    this.#content.style.setProperty('--free', `${px}px`);
  }

  /** The space above the content is removed when it is scrolled out of view. */
  #removeSpaceAbove(): void {
    if (this.#spaceAbovePx > 0 && this.#following && this.#box.scrollTop > this.#spaceAbovePx) {
      this.#setSpaceAbove(0);
      this.#update();
    }
  }

  /**
   * Expanded content grows below the clicked element, which stays under the pointer, even if the end goes out of view.
   */
  #onClick = ({ target }: MouseEvent): void => {
    if (this.#following && target instanceof Element && target.closest('[aria-expanded="false"]')) {
      this.#isExpanding = true;
      // By then it has been rendered and measured.
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#isExpanding = false)));
    }
  };

  #releasePosition = (): void => {
    this.#heldPosition = undefined;
  };

  /** Scrolling up with the wheel leaves the end immediately, even while text is streaming in. */
  #onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.isScrollable) {
      this.#setFollowing(false);
    }
  };

  #onScroll = (): void => {
    this.#removeSpaceAbove();
    const { scrollTop } = this.#box;
    const atEnd = this.#isAtEnd;
    const wentUp = scrollTop < this.#lastTop;
    this.#lastTop = scrollTop;
    if (this.#heldPosition) {
      return;
    }
    // Old entries were removed and new ones added, but the user has not scrolled.
    if (this.#following && !atEnd && scrollTop === this.#endTop) {
      this.#update();
      return;
    }
    if (atEnd && !wentUp) {
      this.#setFollowing(true);
    } else if (!atEnd && wentUp) {
      this.#setFollowing(false);
    } else {
      this.#notify();
    }
  };

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  }

  #setFollowing(following: boolean): void {
    this.#following = following;
    this.#notify();
  }

  #notify(): void {
    const position = this.#following ? undefined : getReadingPosition(this.#box, this.#content);
    this.#onDidMove(this.#following, position);
  }
}
