/** Anything that can be ended. VS Code's disposables are of this shape. */
export interface Disposable {
  dispose(): void;
}

/**
 * What is created in a scope is owned by that scope's lifetime, and ends with it, newest first.
 * Late arrivals are ended on the spot.
 */
export class DisposableStore implements Disposable {
  #owned = new Set<Disposable>();
  #ended = false;

  get isDisposed(): boolean {
    return this.#ended;
  }

  add<T extends Disposable>(thing: T): T {
    if (this.#ended) {
      thing.dispose();
    } else {
      this.#owned.add(thing);
    }
    return thing;
  }

  /** Forgets a thing that has ended by itself. */
  deleteAndLeak(thing: Disposable): void {
    this.#owned.delete(thing);
  }

  /** Runs `end` when this scope ends, or at once if it already has. */
  defer(end: () => void): Disposable {
    return this.add({ dispose: end });
  }

  dispose(): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    const newestFirst = [...this.#owned].toReversed();
    this.#owned.clear();
    for (const thing of newestFirst) {
      thing.dispose();
    }
  }
}
