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
const MOST_DRAWN = 32;
/** How far beyond the edges of what is seen a group counts as near, and is drawn as soon as there is time. */
const NEAR = '250% 0px';
/** And how far beyond it is drawn at once. */
const IN_SIGHT = '50% 0px';

/** Decides which groups are drawn: those near what the user sees, and of the others as many as a page can carry. */
class LateGroups {
  /** Those seen last stand last. */
  readonly #all = new Set<LateGroup>();
  readonly #byElement = new WeakMap<Element, LateGroup>();
  readonly #near = new Set<LateGroup>();
  readonly #watches = new WeakMap<Element, readonly IntersectionObserver[]>();
  #isDue = false;

  add(group: LateGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    this.#all.add(group);
    if (element && root) {
      this.#byElement.set(element, group);
      this.#watchesOf(root).forEach(watch => watch.observe(element));
    }
    // A flood leaves no idle moment for this.
    for (let spare = this.#spare(); spare; spare = this.#spare()) {
      spare.draw(false);
    }
    this.#soon();
  }

  remove(group: LateGroup): void {
    const { element } = group;
    const root = element?.closest('.transcript');
    if (element && root) {
      this.#watchesOf(root).forEach(watch => watch.unobserve(element));
    }
    this.#all.delete(group);
    this.#near.delete(group);
  }

  #watchesOf(root: Element): readonly IntersectionObserver[] {
    const known = this.#watches.get(root);
    const watches = known ?? [
      new IntersectionObserver(seen => this.#cameNear(seen), { root, rootMargin: NEAR }),
      new IntersectionObserver(seen => this.#cameInSight(seen), { root, rootMargin: IN_SIGHT }),
    ];
    this.#watches.set(root, watches);
    return watches;
  }

  /** Text that pours in passes through here: what is gone by the next frame need not be drawn. */
  #cameNear(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const group = this.#byElement.get(target);
      if (group && this.#all.has(group) && isIntersecting) {
        this.#near.add(group);
        this.#all.delete(group);
        this.#all.add(group);
      } else if (group) {
        this.#near.delete(group);
      }
    }
    this.#soon();
  }

  #cameInSight(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const group = this.#byElement.get(target);
      if (group && this.#all.has(group) && isIntersecting) {
        group.draw(true);
      }
    }
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
    const near = [...this.#near].findLast(({ isDrawn }) => !isDrawn);
    if (near) {
      return () => near.draw(true);
    }
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
