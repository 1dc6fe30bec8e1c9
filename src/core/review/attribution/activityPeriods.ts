/** Older ones are forgotten. */
const MOST_SPANS = 100;

/** When something went on: from, to, again and again. */
export class ActivityPeriods {
  #closed: readonly { readonly fromMs: number; readonly toMs: number }[] = [];
  #openMs: number | undefined;

  /** It goes on from now on, or does not any more. */
  setActive(isOn: boolean, nowMs: number): void {
    if (isOn) {
      this.#openMs ??= nowMs;
    } else if (this.#openMs !== undefined) {
      this.#closed = [...this.#closed, { fromMs: this.#openMs, toMs: nowMs }].slice(-MOST_SPANS);
      this.#openMs = undefined;
    }
  }

  /** Whether it went on at some moment. News of the beginning, and of the end, may have come late, or too early, by `slackMs`. */
  wasActive(atMs: number, slackMs: { readonly before: number; readonly after: number }): boolean {
    const isIn = (fromMs: number, toMs: number): boolean =>
      fromMs - slackMs.before <= atMs && atMs <= toMs + slackMs.after;
    return (
      (this.#openMs !== undefined && isIn(this.#openMs, Infinity)) ||
      this.#closed.some(({ fromMs, toMs }) => isIn(fromMs, toMs))
    );
  }
}
