/** The longest delay while changes keep coming. */
const DELAY_LIMIT_MS = 1_000;

/** Runs a scan after a delay. Each request starts the delay again, within a limit. */
export class ScanTimer {
  readonly #scan: () => void;
  #timer: NodeJS.Timeout | undefined;
  #deadlineMs = 0;

  constructor(scan: () => void) {
    this.#scan = scan;
  }

  schedule(delayMs: number): void {
    const now = Date.now();
    this.#deadlineMs = this.#timer ? this.#deadlineMs : now + DELAY_LIMIT_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#scan();
      },
      Math.min(delayMs, Math.max(0, this.#deadlineMs - now)),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
