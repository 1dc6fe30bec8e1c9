/**
 * How long a frame may read text. A task of the page must not last longer than 50 ms, or keys wait: a third of that is for
 * reading, a third for making nodes of what was read, and a third for the browser to lay them out.
 */
const READING_MS = 16;

/** The time of a frame: however much has come in, what does not fit into it waits for the next one. */
class FrameBudget {
  #frame = NaN;
  #beganMs = -Infinity;

  /** A frame begins. All that is done in it shares its time. */
  beginFrame(frame: number): void {
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.#beganMs = performance.now();
    }
  }

  /** Whether there is time left to read more. */
  readonly hasTimeLeft = (): boolean => performance.now() - this.#beganMs < READING_MS;
}

/** A page draws one frame at a time. */
export const frameBudget = new FrameBudget();
