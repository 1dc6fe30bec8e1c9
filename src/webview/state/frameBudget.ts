/**
 * The time for parsing per frame. A task must not take longer than 50 ms, or typing lags: a third of that is for
 * parsing, a third for creating nodes and a third for the layout.
 */
const READING_MS = 16;

/** The time left in a frame: work that does not fit is done in the next one. */
class FrameBudget {
  #frame = NaN;
  #beganMs = -Infinity;

  /** Starts a frame. All callers with the same timestamp share its time. */
  beginFrame(frame: number): void {
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.#beganMs = performance.now();
    }
  }

  /** Whether there is time left for parsing. */
  readonly hasTimeLeft = (): boolean => performance.now() - this.#beganMs < READING_MS;
}

export const frameBudget = new FrameBudget();
