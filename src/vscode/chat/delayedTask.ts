import type { Disposable } from '../../core/disposableStore.ts';

const DELAY_MS = 50;

/** Runs a task once, some time after the first call of `schedule`. */
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
    }, DELAY_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
