/** The longest delay while changes keep coming. */
const DELAY_LIMIT_MS = 1_000;
/** The pause between scans that nobody has asked for: at least this long, and this many times as long as the last scan. */
const PAUSE_MS = 10_000;
const PAUSE_FACTOR = 50;

/**
 * Runs a scan after a delay. Each request starts the delay again, within a limit. Without any request it scans now and then: VS Code
 * does not report every change on network drives and in containers, or in a folder that was created a moment ago.
 */
export class ScanTimer {
  readonly #scan: () => void;
  #timer: NodeJS.Timeout | undefined;
  #deadlineMs = 0;
  #pause: NodeJS.Timeout | undefined;

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

  /** Scans again after a pause. `lastMs` is how long the last scan took. */
  pause(lastMs: number): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#scan(), Math.max(PAUSE_MS, lastMs * PAUSE_FACTOR));
    this.#pause.unref();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
  }
}
