/** How long this thread did not look at what else there is to do, at the longest, from now until `end`. */
export interface LongestStall {
  /** By the clock. */
  readonly wallMs: number;
  /** How much of that this thread worked: the rest went to other programs on the machine. */
  readonly workMs: number;
}

/** Measures stalls. */
export class Stalls {
  #longest: LongestStall = { wallMs: 0, workMs: 0 };
  #last = { wallMs: performance.now(), cpuMs: cpuMs() };
  readonly #timer = setInterval(() => this.#look(), 1);

  end(): LongestStall {
    this.#look();
    clearInterval(this.#timer);
    return this.#longest;
  }

  #look(): void {
    const now = { wallMs: performance.now(), cpuMs: cpuMs() };
    const wallMs = now.wallMs - this.#last.wallMs;
    const workMs = Math.min(wallMs, now.cpuMs - this.#last.cpuMs);
    this.#longest = wallMs > this.#longest.wallMs ? { wallMs, workMs } : this.#longest;
    this.#last = now;
  }
}

/** Time of the processor and not of the clock, and of this thread only: other work on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
