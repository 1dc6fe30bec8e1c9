import type { Disposable } from '../../core/disposableStore.ts';

const LATER_MS = 50;

/** Does something once, a moment after it was last asked for. */
export class DelayedTask implements Disposable {
  readonly #task: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(task: () => void) {
    this.#task = task;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#task();
    }, LATER_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
