import type { ReadingPosition } from '../../state/savedState.ts';
import { getReadingPosition, restoreReadingPosition } from './readingPosition.ts';
import { restingScrollTop } from './restingScrollTop.ts';

/** Closer to the end than this counts as being there. */
const NEAR_PX = 24;

/** Where the lower edge of a piece of the content was on the screen. */
export interface AnchoredElement {
  readonly element: Element;
  readonly bottom: number;
}

/** What the user does to move by hand. What they go to from elsewhere on the page gets the focus. */
const MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const;

/**
 * Keeps the end in view while new things come, but only as long as the user is at the end; or the place where the user
 * was reading, while what is around it gets its size. It watches the size of the content, so nothing has to be measured
 * while drawing.
 */
export class Scroller {
  #box: HTMLElement;
  #content: HTMLElement;
  #watch: ResizeObserver;
  #following = true;
  /** Until the user moves by hand. */
  #held: ReadingPosition | undefined;
  #lastTop = 0;
  #lastHeight = 0;
  /** Where we have put the end ourselves. */
  #endTop = 0;
  /** Whether the user has gone on to what waits for a decision below the last answer. */
  #isPast = false;
  /** Whether something opens by the user's hand. */
  #opens = false;
  /** What is left free above the content. */
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

  /** Whether there is more than can be seen at once. */
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
   * Old entries have left. The browser may have moved what is left on its way, and if as much has come as has gone, the
   * size tells nothing of it.
   */
  onDidTrim(): void {
    if (this.#following) {
      this.#keepUp();
    }
  }

  /**
   * Something in `part` has folded: with the end in view, its end stays where it was on the screen. If too little is left to
   * fill the box, the rest is left free above.
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

  /** More has come in above: what the user looks at stays where it is. */
  scrollTo(top: number): void {
    if (this.#held) {
      this.#keepUp();
      return;
    }
    this.#box.scrollTop = top;
    this.#follow(this.#isAtEnd);
  }

  /** Whether the view stays where the user was reading. */
  get isHoldingPosition(): boolean {
    return this.#held !== undefined;
  }

  /** Goes where the user was reading, and stays there until they move. */
  holdPosition(place: ReadingPosition): void {
    this.#held = place;
    this.#following = false;
    this.#keepUp();
    this.#onDidMove(false, place);
  }

  /** Brings a piece of the content to the middle, and stays there. */
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
      this.#follow(true); // What the user was looking at is gone, and this is the end now.
    }
    this.#lastHeight = this.#box.scrollHeight;
  }

  /** Where the view goes by itself. A page that greets is read from its top. */
  get #followedTop(): number {
    if (this.#content.querySelector(':scope > .welcome')) {
      return 0;
    }
    const rest = restingScrollTop(this.#box, this.#content);
    this.#isPast &&= rest !== undefined;
    return this.#isPast || rest === undefined ? this.#box.scrollHeight : rest;
  }

  /** Whether the view has not gone to the very end, by itself. */
  get #rests(): boolean {
    return (
      this.#following && !this.#isPast && restingScrollTop(this.#box, this.#content) !== undefined
    );
  }

  #leaveFree(px: number): void {
    this.#freePx = px;
    this.#content.style.setProperty('--free', `${px}px`);
  }

  /** Once it is out of sight, nobody is to find it again. */
  #leaveNothingFree(): void {
    if (this.#freePx > 0 && this.#following && this.#box.scrollTop > this.#freePx) {
      this.#leaveFree(0);
      this.#keepUp();
    }
  }

  /** What the user opens grows below what they clicked, which stays under the pointer; if the end goes, it goes. */
  #clicked = ({ target }: MouseEvent): void => {
    if (this.#following && target instanceof Element && target.closest('[aria-expanded="false"]')) {
      this.#opens = true;
      // By then it has been drawn and measured.
      requestAnimationFrame(() => requestAnimationFrame(() => (this.#opens = false)));
    }
  };

  #letGo = (): void => {
    this.#held = undefined;
  };

  /** Wheeling up leaves the end at once, also while text pours in. */
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
    // Old entries have left, new ones have come, and the user is where we brought them.
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
