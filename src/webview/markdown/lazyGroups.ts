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
  setRendered(isRendered: boolean): void;
}

/** Beyond this number, groups far from the viewport are replaced by empty containers of the same height. */
const MAX_RENDERED = 32;
/** The distance from the viewport, in viewport heights, at which a group counts as near. */
const NEAR_DISTANCE = 2.5;
/** The distance at which a near group is rendered immediately instead of when the page is idle. */
const VISIBLE_DISTANCE = 0.5;
/** A page that is never idle renders near groups after this time anyway. */
const IDLE_MS = 200;

/** Decides which groups are rendered: those near the viewport, and as many others as the page can hold. */
class LazyGroups {
  /** In the order in which they were last near the viewport. */
  readonly #all = new Set<LazyGroup>();
  readonly #byElement = new WeakMap<Element, LazyGroup>();
  readonly #near = new Set<LazyGroup>();
  readonly #observers = new WeakMap<Element, IntersectionObserver>();
  #isScheduled = false;

  add(group: LazyGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    this.#all.add(group);
    if (element && root) {
      this.#byElement.set(element, group);
      this.#observerFor(root).observe(element);
    }
    // While text streams in quickly, the page is never idle.
    for (let removable = this.#removable(); removable; removable = this.#removable()) {
      removable.setRendered(false);
    }
    this.#schedule();
  }

  remove(group: LazyGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    if (element && root) {
      this.#observerFor(root).unobserve(element);
    }
    this.#all.delete(group);
    this.#near.delete(group);
  }

  #observerFor(root: Element): IntersectionObserver {
    const known = this.#observers.get(root);
    const rootMargin = `${NEAR_DISTANCE * 100}% 0px`;
    const observer =
      known ?? new IntersectionObserver(seen => this.#onIntersect(seen), { root, rootMargin });
    this.#observers.set(root, observer);
    return observer;
  }

  /** Streaming text passes through the viewport: groups that are gone by the next frame need not be rendered. */
  #onIntersect(entries: readonly IntersectionObserverEntry[]): void {
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
      if (isNearlyVisible(entry)) {
        group.setRendered(true);
      }
    }
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#isScheduled && this.#next()) {
      this.#isScheduled = true;
      const next = (): void => {
        this.#isScheduled = false;
        this.#next()?.();
        this.#schedule();
      };
      requestIdleCallback(next, { timeout: IDLE_MS });
    }
  }

  /** The next step; only one at a time, to keep the page responsive. */
  #next(): (() => void) | undefined {
    const near = [...this.#near].findLast(({ isRendered }) => !isRendered);
    if (near) {
      return () => near.setRendered(true);
    }
    const removable = this.#removable();
    if (removable) {
      return () => removable.setRendered(false);
    }
    const unrendered = [...this.#all].findLast(({ isRendered }) => !isRendered);
    return unrendered && this.#rendered().length < MAX_RENDERED
      ? () => unrendered.setRendered(true)
      : undefined;
  }

  /** A rendered group that can be removed. */
  #removable(): LazyGroup | undefined {
    const rendered = this.#rendered();
    return rendered.length > MAX_RENDERED
      ? rendered.find(group => !group.isLast && !this.#near.has(group))
      : undefined;
  }

  #rendered(): readonly LazyGroup[] {
    return [...this.#all].filter(({ isRendered }) => isRendered);
  }
}

function isNearlyVisible({
  isIntersecting,
  rootBounds,
  boundingClientRect: box,
}: VisibilityEntry): boolean {
  if (!isIntersecting || !rootBounds) {
    return isIntersecting;
  }
  const beyondPx =
    ((NEAR_DISTANCE - VISIBLE_DISTANCE) * rootBounds.height) / (1 + 2 * NEAR_DISTANCE);
  return box.bottom > rootBounds.top + beyondPx && box.top < rootBounds.bottom - beyondPx;
}

type VisibilityEntry = Pick<
  IntersectionObserverEntry,
  'isIntersecting' | 'rootBounds' | 'boundingClientRect'
>;

export const lazyGroups = new LazyGroups();
