/** Lets some tasks run at once; the others wait for their turn, in the order in which they came. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
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
      this.#leave();
    }
  }

  /** Whoever waits longest takes the place over. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free += 1;
    }
  }
}
