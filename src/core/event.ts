import type { Disposable } from './disposableStore.ts';

/** Something one can listen to; of the same shape as VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The side of an event that its owner keeps. */
export class Emitter<T> implements Disposable {
  #listeners = new Set<{ readonly hear: (value: T) => void }>();

  readonly event: Event<T> = hear => {
    const listener = { hear };
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener.hear(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
