/** The longest time for which this thread did not return to the event loop. */
export interface LongestStall {
  /** Wall time, which includes the work of other programs if there are more of them than processors. */
  readonly wallMs: number;
  /** Processor time of this thread. Its maximum may belong to another stall. */
  readonly workMs: number;
}

/** Measures stalls from its creation until `end`. */
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

/** The processor time of this thread. It does not depend on other work on the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
