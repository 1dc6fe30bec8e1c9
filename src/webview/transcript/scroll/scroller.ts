import type { ReadingPosition } from '../../state/savedState.ts';
import { getReadingPosition, restoreReadingPosition } from './readingPosition.ts';
import { restingScrollTop } from './restingScrollTop.ts';

/** Closer to the end than this counts as being there. */
const NEAR_PX = 24;

/** An element, and where its bottom edge was on the screen. */
export interface AnchoredElement {
  readonly element: Element;
  readonly bottom: number;
}

/** Events of a user who scrolls. Navigating from elsewhere on the page causes a focus event. */
const MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const;

/**
 * Keeps the end in view while content is added, as long as the user is at the end; or keeps the reading position while
 * entries around it get their size. It observes the size of the content, so that rendering never has to measure.
 */
export class Scroller {
  #box: HTMLElement;
  #content: HTMLElement;
  #watch: ResizeObserver;
  #following = true;
  /** Kept until the user scrolls. */
  #held: ReadingPosition | undefined;
  #lastTop = 0;
  #lastHeight = 0;
  /** Where we have scrolled to the end. */
  #endTop = 0;
  /** Whether the user has scrolled on to the pending changes below the last answer. */
  #isPast = false;
  /** Whether the user is expanding something. */
  #opens = false;
  /** The space above the content. */
  #freePx = 0;
  #onDidMove: (following: boolean, place: ReadingPosition | undefined) => void;

  constructor(
    box: HTMLElement,
    content: HTMLElement,
    onDidMove: (following: boolean, place: ReadingPosition | undefined) => void,
  ) {
    this.#box = box;
    this.#content = content;
    this.#onDidMove = onDidMove;
    this.#watch = new ResizeObserver(() => this.#keepUp());
    this.#watch.observe(content);
    this.#watch.observe(box);
    box.addEventListener('scroll', this.#moved, { passive: true });
    box.addEventListener('wheel', this.#wheeled, { passive: true });
    MOVES.forEach(move => box.addEventListener(move, this.#letGo, { passive: true }));
    content.addEventListener('click', this.#clicked, { capture: true });
  }

  /** Whether the content is higher than the viewport. */
  get isScrollable(): boolean {
    return this.#box.scrollHeight > this.#box.clientHeight;
  }

  scrollToEnd(): void {
    this.#held = undefined;
    this.#isPast = true;
    this.#following = true;
    this.#keepUp();
    this.#tell();
  }

  /**
   * Old entries were removed. The browser may have scrolled meanwhile, and if as much was added as removed, the size
   * does not change.
   */
  onDidTrim(): void {
    if (this.#following) {
      this.#keepUp();
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
    this.#keepUp();
    const risen = bottom - part.getBoundingClientRect().bottom;
    if (risen > 0 && !this.isScrollable) {
      this.#leaveFree(this.#freePx + risen);
      this.#keepUp();
    }
  }

  /** Entries were added at the top: the visible content stays where it is. */
  scrollTo(top: number): void {
    if (this.#held) {
      this.#keepUp();
      return;
    }
    this.#box.scrollTop = top;
    this.#follow(this.#isAtEnd);
  }

  get isHoldingPosition(): boolean {
    return this.#held !== undefined;
  }

  /** Scrolls to a reading position and stays there until the user scrolls. */
  holdPosition(place: ReadingPosition): void {
    this.#held = place;
    this.#following = false;
    this.#keepUp();
    this.#onDidMove(false, place);
  }

  /** Scrolls an element to the middle and stays there. */
  reveal(piece: Element): void {
    if (this.isScrollable) {
      this.#held = undefined;
      piece.scrollIntoView({ block: 'center' });
      this.#follow(false);
    }
  }

  dispose(): void {
    this.#watch.disconnect();
    this.#box.removeEventListener('scroll', this.#moved);
    this.#box.removeEventListener('wheel', this.#wheeled);
    MOVES.forEach(move => this.#box.removeEventListener(move, this.#letGo));
    this.#content.removeEventListener('click', this.#clicked, { capture: true });
  }

  #keepUp(): void {
    if (this.#opens) {
      this.#opens = false;
      this.#follow(this.#isAtEnd);
    } else if (this.#following) {
      this.#box.scrollTop = this.#followedTop;
      this.#endTop = this.#box.scrollTop;
    } else if (this.#held) {
      restoreReadingPosition(this.#held, this.#box, this.#content);
    } else if (this.#box.scrollHeight < this.#lastHeight && this.#isAtEnd) {
      this.#follow(true); // The visible content was removed, and this is the end now.
    }
    this.#lastHeight = this.#box.scrollHeight;
  }

  /** Where the view scrolls by itself. The welcome page is read from its top. */
  get #followedTop(): number {
    if (this.#content.querySelector(':scope > .welcome')) {
      return 0;
    }
    const rest = restingScrollTop(this.#box, this.#content);
    this.#isPast &&= rest !== undefined;
    return this.#isPast || rest === undefined ? this.#box.scrollHeight : rest;
  }

  /** Whether the view has stopped before the very end by itself. */
  get #rests(): boolean {
    return (
      this.#following && !this.#isPast && restingScrollTop(this.#box, this.#content) !== undefined
    );
  }

  #leaveFree(px: number): void {
    this.#freePx = px;
    this.#content.style.setProperty('--free', `${px}px`);
  }

  /** The space above the content is removed when it is scrolled out of view. */
  #leaveNothingFree(): void {
    if (this.#freePx > 0 && this.#following && this.#box.scrollTop > this.#freePx) {
      this.#leaveFree(0);
      this.#keepUp();
    }
  }

  /**
   * Expanded content grows below the clicked element, which stays under the pointer, even if the end goes out of view.
   */
  #clicked = ({ target }: MouseEvent): void => {
    if (this.#following && target instanceof Element && target.closest('[aria-expanded="false"]')) {
      this.#opens = true;
      // By then it has been rendered and measured.
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#opens = false)));
    }
  };

  #letGo = (): void => {
    this.#held = undefined;
  };

  /** Scrolling up with the wheel leaves the end immediately, even while text is streaming in. */
  #wheeled = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.isScrollable) {
      this.#follow(false);
    }
  };

  #moved = (): void => {
    this.#leaveNothingFree();
    const { scrollTop } = this.#box;
    const atEnd = this.#isAtEnd;
    const wentUp = scrollTop < this.#lastTop;
    this.#lastTop = scrollTop;
    if (this.#held) {
      return;
    }
    // Old entries were removed and new ones added, but the user has not scrolled.
    if (this.#following && !atEnd && scrollTop === this.#endTop) {
      this.#keepUp();
      return;
    }
    if (atEnd && !wentUp) {
      this.#isPast ||= scrollTop !== this.#endTop;
      this.#follow(true);
    } else if (!atEnd && (wentUp || this.#rests)) {
      this.#follow(false);
    } else {
      this.#tell();
    }
  };

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  }

  #follow(following: boolean): void {
    this.#following = following;
    this.#tell();
  }

  #tell(): void {
    const place = this.#following ? undefined : getReadingPosition(this.#box, this.#content);
    this.#onDidMove(this.#following, place);
  }
}
