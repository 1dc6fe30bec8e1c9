/** Runs asynchronous tasks one after the other, in the order in which they were queued. */
export class Sequencer {
  #last: Promise<unknown> = Promise.resolve();

  /** The promise of the task itself. A task that fails does not keep later ones from running. */
  queue<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when every task that was queued so far has ended, whether or not it failed. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }
}
