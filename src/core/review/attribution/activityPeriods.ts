/** Older periods are dropped. */
const PERIODS_LIMIT = 100;

/** Records the periods of time in which something was active. */
export class ActivityPeriods {
  #closed: readonly { readonly fromMs: number; readonly toMs: number }[] = [];
  #openMs: number | undefined;

  setActive(isActive: boolean, nowMs: number): void {
    if (isActive) {
      this.#openMs ??= nowMs;
    } else if (this.#openMs !== undefined) {
      this.#closed = [...this.#closed, { fromMs: this.#openMs, toMs: nowMs }].slice(-PERIODS_LIMIT);
      this.#openMs = undefined;
    }
  }

  /** Whether it was active at a given time. `slackMs` allows for start and end having been reported early or late. */
  wasActive(atMs: number, slackMs: { readonly before: number; readonly after: number }): boolean {
    const isIn = (fromMs: number, toMs: number): boolean =>
      fromMs - slackMs.before <= atMs && atMs <= toMs + slackMs.after;
    return (
      (this.#openMs !== undefined && isIn(this.#openMs, Infinity)) ||
      this.#closed.some(({ fromMs, toMs }) => isIn(fromMs, toMs))
    );
  }
}
