import { goTo, type ReadingPlace, readingPlace } from './readingPlace.ts';

/** Closer to the end than this counts as being there. */
const NEAR_PX = 24;

/** What the user does to move by hand. */
const MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

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
  #held: ReadingPlace | undefined;
  #lastTop = 0;
  /** Where we have put the end ourselves. */
  #endTop = 0;
  #onDidMove: (following: boolean, place: ReadingPlace | undefined) => void;

  constructor(
    box: HTMLElement,
    content: HTMLElement,
    onDidMove: (following: boolean, place: ReadingPlace | undefined) => void,
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
  }

  toEnd(): void {
    this.#held = undefined;
    this.#following = true;
    this.#keepUp();
    this.#tell();
  }

  /**
   * Old entries have left. The browser may have moved what is left on its way, and if as much has come as has gone, the
   * size tells nothing of it.
   */
  shortened(): void {
    if (this.#following) {
      this.#keepUp();
    }
  }

  to(top: number): void {
    this.#following = false;
    this.#box.scrollTop = top;
  }

  /** Goes where the user was reading, and stays there until they move. */
  hold(place: ReadingPlace): void {
    this.#held = place;
    this.#following = false;
    this.#keepUp();
    this.#onDidMove(false, place);
  }

  /** Brings a piece of the content to the middle, and stays there. */
  show(piece: Element): void {
    if (this.#box.scrollHeight > this.#box.clientHeight) {
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
  }

  #keepUp(): void {
    if (this.#following) {
      this.#box.scrollTop = this.#box.scrollHeight;
      this.#endTop = this.#box.scrollTop;
    } else if (this.#held) {
      goTo(this.#held, this.#box, this.#content);
    }
  }

  #letGo = (): void => {
    this.#held = undefined;
  };

  /** Wheeling up leaves the end at once, also while text pours in. */
  #wheeled = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.#box.scrollHeight > this.#box.clientHeight) {
      this.#follow(false);
    }
  };

  #moved = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    const atEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
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
      this.#follow(true);
    } else if (wentUp && !atEnd) {
      this.#follow(false);
    } else {
      this.#tell();
    }
  };

  #follow(following: boolean): void {
    this.#following = following;
    this.#tell();
  }

  #tell(): void {
    const place = this.#following ? undefined : readingPlace(this.#box, this.#content);
    this.#onDidMove(this.#following, place);
  }
}
