import type { Disposable } from './disposableStore.ts';

/** An event that can be subscribed to, with the signature of VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Fires an event. Kept private by the owner of the event. */
export class Emitter<T> implements Disposable {
  #listeners = new Set<{ readonly call: (value: T) => void }>();

  readonly event: Event<T> = call => {
    const listener = { call };
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener.call(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
