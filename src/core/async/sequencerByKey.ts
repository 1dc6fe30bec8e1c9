/** Lets tasks with the same key run one after the other, in the order in which they came. */
export class SequencerByKey {
  readonly #last = new Map<string, Promise<unknown>>();

  async queue<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(task);
    const settled = mine.catch(() => undefined); // Whoever comes next does not care how this one ended.
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) {
        this.#last.delete(key);
      }
    }
  }
}
