/** The longest that this thread was busy without looking at what else there is to do, from now until `end`. */
export class Stalls {
  #longestMs = 0;
  #last = { wallMs: performance.now(), cpuMs: cpuMs() };
  readonly #timer = setInterval(() => this.#look(), 1);

  end(): number {
    this.#look();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #look(): void {
    const now = { wallMs: performance.now(), cpuMs: cpuMs() };
    const busyMs = Math.min(now.wallMs - this.#last.wallMs, now.cpuMs - this.#last.cpuMs);
    this.#longestMs = Math.max(this.#longestMs, busyMs);
    this.#last = now;
  }
}

/** Time of the processor and not of the clock, and of this thread only: other work on the machine does not count. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
