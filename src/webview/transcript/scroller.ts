/** Closer to the end than this counts as being there. */
const NEAR_PX = 24;

/**
 * Keeps the end in view while new things come, but only as long as the user is at the end. It watches the size of the
 * content, so nothing has to be measured while drawing.
 */
export class Scroller {
  #box: HTMLElement;
  #watch: ResizeObserver;
  #following = true;
  #onDidMove: (following: boolean, top: number) => void;

  constructor(
    box: HTMLElement,
    content: HTMLElement,
    onDidMove: (following: boolean, top: number) => void,
  ) {
    this.#box = box;
    this.#onDidMove = onDidMove;
    this.#watch = new ResizeObserver(() => this.#keepUp());
    this.#watch.observe(content);
    this.#watch.observe(box);
    box.addEventListener('scroll', this.#moved, { passive: true });
    box.addEventListener('wheel', this.#wheeled, { passive: true });
  }

  get following(): boolean {
    return this.#following;
  }

  toEnd(): void {
    this.#following = true;
    this.#keepUp();
    this.#onDidMove(true, this.#box.scrollTop);
  }

  to(top: number): void {
    this.#following = false;
    this.#box.scrollTop = top;
  }

  /** Brings a piece of the content to the middle, and stays there. */
  show(piece: Element): void {
    if (this.#box.scrollHeight > this.#box.clientHeight) {
      piece.scrollIntoView({ block: 'center' });
      this.#follow(false);
    }
  }

  dispose(): void {
    this.#watch.disconnect();
    this.#box.removeEventListener('scroll', this.#moved);
    this.#box.removeEventListener('wheel', this.#wheeled);
  }

  #keepUp(): void {
    if (this.#following) {
      this.#box.scrollTop = this.#box.scrollHeight;
    }
  }

  /** Wheeling up leaves the end at once, also while text pours in. */
  #wheeled = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.#box.scrollHeight > this.#box.clientHeight) {
      this.#follow(false);
    }
  };

  #lastTop = 0;

  #moved = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    const atEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    const wentUp = scrollTop < this.#lastTop;
    this.#lastTop = scrollTop;
    if (atEnd && !wentUp) {
      this.#follow(true);
    } else if (wentUp && !atEnd) {
      this.#follow(false);
    } else {
      this.#onDidMove(this.#following, scrollTop);
    }
  };

  #follow(following: boolean): void {
    this.#following = following;
    this.#onDidMove(following, this.#box.scrollTop);
  }
}
