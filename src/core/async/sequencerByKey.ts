/** Runs asynchronous tasks with the same key one after the other. Tasks with different keys run independently. */
export class SequencerByKey {
  readonly #last = new Map<string, Promise<unknown>>();

  /** The promise of the task itself. A task that fails does not keep later ones from running. */
  async queue<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key) ?? Promise.resolve();
    const result = previous.then(task);
    const settled = result.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) {
        this.#last.delete(key);
      }
    }
  }
}
