/** Anything that can be disposed, with the shape of VS Code's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/**
 * Owns disposables and disposes them together, newest first. What is added after the store was disposed is disposed
 * immediately.
 */
export class DisposableStore implements Disposable {
  #owned = new Set<Disposable>();
  #ended = false;

  get isDisposed(): boolean {
    return this.#ended;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#ended) {
      item.dispose();
    } else {
      this.#owned.add(item);
    }
    return item;
  }

  /** Removes an item without disposing it, because it has ended by itself. */
  deleteAndLeak(item: Disposable): void {
    this.#owned.delete(item);
  }

  /** Runs the callback when the store is disposed, or immediately if it already was. */
  defer(callback: () => void): Disposable {
    return this.add({ dispose: callback });
  }

  dispose(): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    const newestFirst = [...this.#owned].toReversed();
    this.#owned.clear();
    for (const item of newestFirst) {
      item.dispose();
    }
  }
}
