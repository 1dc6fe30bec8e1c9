/**
 * A part of a long text that is rendered when the page is idle or when it comes near the viewport, and can be removed
 * again.
 */
export interface LazyGroup {
  /** The container of the group, rendered or not. */
  readonly element: Element | null;
  readonly isRendered: boolean;
  /** Whether it is at the end of a text that may be growing: then it stays rendered. */
  readonly isLast: boolean;
  setRendered(isDrawn: boolean): void;
}

/** Beyond this number, groups far from the viewport are replaced by empty containers of the same height. */
const MOST_DRAWN = 32;
/** The distance from the viewport, in viewport heights, at which a group counts as near. */
const NEAR = 2.5;
/** The distance at which a near group is rendered immediately instead of when the page is idle. */
const IN_SIGHT = 0.5;
/** A page that is never idle renders near groups after this time anyway. */
const IDLE_MS = 200;

/** Decides which groups are rendered: those near the viewport, and as many others as the page can hold. */
class LazyGroups {
  /** In the order in which they were last near the viewport. */
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
    // While text streams in quickly, the page is never idle.
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

  /** Streaming text passes through the viewport: groups that are gone by the next frame need not be rendered. */
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

  /** The next step; only one at a time, to keep the page responsive. */
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

  /** A rendered group that can be removed. */
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

export const lazyGroups = new LazyGroups();
