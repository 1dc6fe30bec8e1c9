/** A piece of a long text that is drawn when there is time for it, or when it comes near, and can be taken away again. */
export interface LateGroup {
  /** What stands for it on the page, drawn or not. */
  readonly element: Element | null;
  readonly isDrawn: boolean;
  /** It is at the end of a text that may be growing: it stays. */
  readonly isLast: boolean;
  draw(isDrawn: boolean): void;
}

/** More than these are not kept on the page: far from what the user sees they become empty places of the same height. */
const MOST_DRAWN = 16;
/** How far beyond the edges of what is seen a group counts as near: farther than the browser draws ahead. */
const NEAR = '250% 0px';

/** Decides which groups are drawn: those near what the user sees, and of the others as many as a page can carry. */
class LateGroups {
  /** Those seen last stand last. */
  readonly #all = new Set<LateGroup>();
  readonly #byElement = new WeakMap<Element, LateGroup>();
  readonly #near = new Set<LateGroup>();
  readonly #watches = new WeakMap<Element, IntersectionObserver>();
  #isDue = false;

  add(group: LateGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    this.#all.add(group);
    if (element && root) {
      this.#byElement.set(element, group);
      this.#watchOf(root).observe(element);
    }
    // A flood leaves no idle moment for this.
    for (let spare = this.#spare(); spare; spare = this.#spare()) {
      spare.draw(false);
    }
    this.#soon();
  }

  remove(group: LateGroup): void {
    const root = group.element?.closest('.transcript');
    if (group.element && root) {
      this.#watchOf(root).unobserve(group.element);
    }
    this.#all.delete(group);
    this.#near.delete(group);
  }

  #watchOf(root: Element): IntersectionObserver {
    const known = this.#watches.get(root);
    const watch =
      known ?? new IntersectionObserver(seen => this.#seen(seen), { root, rootMargin: NEAR });
    this.#watches.set(root, watch);
    return watch;
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const group = this.#byElement.get(target);
      if (!group || !this.#all.has(group)) {
        continue;
      }
      if (isIntersecting) {
        this.#near.add(group);
        this.#all.delete(group);
        this.#all.add(group);
        group.draw(true);
      } else {
        this.#near.delete(group);
      }
    }
    this.#soon();
  }

  #soon(): void {
    if (!this.#isDue && this.#next()) {
      this.#isDue = true;
      requestIdleCallback(() => {
        this.#isDue = false;
        this.#next()?.();
        this.#soon();
      });
    }
  }

  /** The next thing to do, one at a time so that nobody waits for it. */
  #next(): (() => void) | undefined {
    const spare = this.#spare();
    if (spare) {
      return () => spare.draw(false);
    }
    const waiting = [...this.#all].findLast(({ isDrawn }) => !isDrawn);
    return waiting && this.#drawn().length < MOST_DRAWN ? () => waiting.draw(true) : undefined;
  }

  /** One that is too much. */
  #spare(): LateGroup | undefined {
    const drawn = this.#drawn();
    return drawn.length > MOST_DRAWN
      ? drawn.find(group => !group.isLast && !this.#near.has(group))
      : undefined;
  }

  #drawn(): readonly LateGroup[] {
    return [...this.#all].filter(({ isDrawn }) => isDrawn);
  }
}

/** All groups of the page. */
export const lateGroups = new LateGroups();
