/** Requests that are being served and can be canceled together. */
export class RunningRequests {
  readonly #running = new Set<AbortController>();

  /** Runs a request that is canceled by its own signal or by `cancelAll`. */
  async run<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      return await task(AbortSignal.any([signal, controller.signal]));
    } finally {
      this.#running.delete(controller);
    }
  }

  cancelAll(): void {
    this.#running.forEach(controller => controller.abort());
  }
}
