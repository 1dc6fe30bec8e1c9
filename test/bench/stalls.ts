/** How long this thread did not look at what else there is to do, at the longest, from now until `end`. */
export interface LongestStall {
  /** By the clock, in which other programs have their share: a small machine has more of them than processors. */
  readonly wallMs: number;
  /** By what this thread itself did in one go; not always in the same stall. */
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
    this.#longest = {
      wallMs: Math.max(wallMs, this.#longest.wallMs),
      workMs: Math.max(workMs, this.#longest.workMs),
    };
    this.#last = now;
  }
}

/** Time of the processor and not of the clock, and of this thread only: other work on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
