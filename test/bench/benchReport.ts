/** The limit of a figure. */
export interface Threshold {
  readonly most: number;
  readonly unit: string;
}

/** Prints figures with their limits, and fails at the end if one was exceeded. */
export class BenchReport {
  readonly #misses: string[] = [];

  report(what: string, value: number, { most, unit }: Threshold): void {
    const isMissed = !(value <= most);
    const words = `${what}: ${value.toFixed(1)} ${unit}`.trimEnd();
    console.log(`${words} (at most ${most.toFixed(0)})${isMissed ? '  MISSED' : ''}`);
    if (isMissed) {
      this.#misses.push(what);
    }
  }

  finish(): void {
    if (this.#misses.length > 0) {
      throw new Error(`Missed: ${this.#misses.join(', ')}`);
    }
  }
}
