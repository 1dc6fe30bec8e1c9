/** Runs a limited number of asynchronous tasks at a time. Further tasks wait, in the order in which they were queued. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(maxConcurrency: number) {
    this.#free = maxConcurrency;
  }

  async queue<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  /** Hands the slot to the task that has waited longest. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free += 1;
    }
  }
}
