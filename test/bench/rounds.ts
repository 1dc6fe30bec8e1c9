/** One run of something, on screen. */
export interface Run {
  readonly tookMs: number;
  /** The longest time for which the page did nothing else. */
  readonly longestMs: number;
}

const ROUNDS = 3;

/** The middle one of several runs, and of their longest tasks. */
export async function rounds<T extends Run>(run: () => Promise<T>): Promise<T> {
  const first = await run();
  const runs = [first];
  while (runs.length < ROUNDS) {
    runs.push(await run());
  }
  const longestMs = middle(runs, one => one.longestMs).longestMs;
  return { ...middle(runs, one => one.tookMs), longestMs };
}

function middle<T>(values: readonly T[], measure: (value: T) => number): T {
  const sorted = values.toSorted((one, other) => measure(one) - measure(other));
  return sorted[Math.floor(values.length / 2)] as T;
}
