/** A piece of a long text that is drawn when there is time for it, or when it comes near, and can be taken away again. */
export interface LazyGroup {
  /** What stands for it on the page, drawn or not. */
  readonly element: Element | null;
  readonly isRendered: boolean;
  /** It is at the end of a text that may be growing: it stays. */
  readonly isLast: boolean;
  setRendered(isDrawn: boolean): void;
}

/** More than these are not kept on the page: far from what the user sees they become empty places of the same height. */
const MOST_DRAWN = 32;
/** How far beyond the edges of what is seen a group counts as near, in heights of what is seen. */
const NEAR = 2.5;
/** How far beyond them it is drawn at once; farther away it is drawn when there is time. */
const IN_SIGHT = 0.5;
/** A page that is never idle draws what is near after this all the same. */
const IDLE_MS = 200;

/** Decides which groups are drawn: those near what the user sees, and of the others as many as a page can carry. */
class LazyGroups {
  /** Those seen last stand last. */
  readonly #all = new Set<LazyGroup>();
  readonly #byElement = new WeakMap<Element, LazyGroup>();
  readonly #near = new Set<LazyGroup>();
  readonly #watches = new WeakMap<Element, IntersectionObserver>();
  #isDue = false;

  add(group: LazyGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    this.#all.add(group);
    if (element && root) {
      this.#byElement.set(element, group);
      this.#watchOf(root).observe(element);
    }
    // A flood leaves no idle moment for this.
    for (let spare = this.#spare(); spare; spare = this.#spare()) {
      spare.setRendered(false);
    }
    this.#soon();
  }

  remove(group: LazyGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    if (element && root) {
      this.#watchOf(root).unobserve(element);
    }
    this.#all.delete(group);
    this.#near.delete(group);
  }

  #watchOf(root: Element): IntersectionObserver {
    const known = this.#watches.get(root);
    const rootMargin = `${NEAR * 100}% 0px`;
    const watch = known ?? new IntersectionObserver(seen => this.#seen(seen), { root, rootMargin });
    this.#watches.set(root, watch);
    return watch;
  }

  /** Text that pours in passes through here: what is gone by the next frame need not be drawn. */
  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const group = this.#byElement.get(entry.target);
      if (!group || !this.#all.has(group)) {
        continue;
      }
      if (entry.isIntersecting) {
        this.#near.add(group);
        this.#all.delete(group);
        this.#all.add(group);
      } else {
        this.#near.delete(group);
      }
      if (isInSight(entry)) {
        group.setRendered(true);
      }
    }
    this.#soon();
  }

  #soon(): void {
    if (!this.#isDue && this.#next()) {
      this.#isDue = true;
      const next = (): void => {
        this.#isDue = false;
        this.#next()?.();
        this.#soon();
      };
      requestIdleCallback(next, { timeout: IDLE_MS });
    }
  }

  /** The next thing to do, one at a time so that nobody waits for it. */
  #next(): (() => void) | undefined {
    const near = [...this.#near].findLast(({ isRendered: isDrawn }) => !isDrawn);
    if (near) {
      return () => near.setRendered(true);
    }
    const spare = this.#spare();
    if (spare) {
      return () => spare.setRendered(false);
    }
    const waiting = [...this.#all].findLast(({ isRendered: isDrawn }) => !isDrawn);
    return waiting && this.#drawn().length < MOST_DRAWN
      ? () => waiting.setRendered(true)
      : undefined;
  }

  /** One that is too much. */
  #spare(): LazyGroup | undefined {
    const drawn = this.#drawn();
    return drawn.length > MOST_DRAWN
      ? drawn.find(group => !group.isLast && !this.#near.has(group))
      : undefined;
  }

  #drawn(): readonly LazyGroup[] {
    return [...this.#all].filter(({ isRendered: isDrawn }) => isDrawn);
  }
}

function isInSight({ isIntersecting, rootBounds, boundingClientRect: box }: Sight): boolean {
  if (!isIntersecting || !rootBounds) {
    return isIntersecting;
  }
  const beyondPx = ((NEAR - IN_SIGHT) * rootBounds.height) / (1 + 2 * NEAR);
  return box.bottom > rootBounds.top + beyondPx && box.top < rootBounds.bottom - beyondPx;
}

type Sight = Pick<
  IntersectionObserverEntry,
  'isIntersecting' | 'rootBounds' | 'boundingClientRect'
>;

/** All groups of the page. */
export const lazyGroups = new LazyGroups();
