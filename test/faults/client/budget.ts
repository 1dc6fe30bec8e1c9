import { Stalls } from '../../bench/stalls.ts';

/** The longest stall and the memory of the client during a scenario. */
export interface Consumption {
  /** The longest stall of this thread. */
  readonly stallMs: number;
  readonly memoryMb: number;
}

const MEMORY_CHECK_MS = 50;
const MB = 1024 * 1024;

/** Measures stalls and memory from its creation on. */
export class Budget {
  readonly #stalls = new Stalls();
  readonly #startBytes = process.memoryUsage.rss();
  #peakBytes = this.#startBytes;
  readonly #timer = setInterval(() => this.#look(), MEMORY_CHECK_MS);

  end(): Consumption {
    this.#look();
    clearInterval(this.#timer);
    const memoryMb = (this.#peakBytes - this.#startBytes) / MB;
    return { stallMs: this.#stalls.end().workMs, memoryMb };
  }

  #look(): void {
    this.#peakBytes = Math.max(this.#peakBytes, process.memoryUsage.rss());
  }
}
