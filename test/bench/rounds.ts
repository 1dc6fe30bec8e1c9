/** One run of something, on screen. */
export interface BenchRun {
  readonly tookMs: number;
  /** The longest time for which the page did nothing else. */
  readonly longestMs: number;
}

const ROUNDS = 5;
const TURNS = 7;

/** The middle one of several runs, and of their longest tasks. */
export async function medianRun<T extends BenchRun>(run: () => Promise<T>): Promise<T> {
  const runs: T[] = [];
  while (runs.length < ROUNDS) {
    runs.push(await run());
  }
  return middleRun(runs);
}

/**
 * Two things in turns, since a machine is quicker at one minute than at another: the middle runs of both, and the middle of
 * how many times as long ours took as the floor just before it.
 */
export async function alternateRuns({
  floor,
  ours,
}: Readonly<Record<'floor' | 'ours', () => Promise<BenchRun>>>): Promise<{
  readonly floor: BenchRun;
  readonly ours: BenchRun;
  readonly ratio: number;
}> {
  const pairs: { readonly floor: BenchRun; readonly ours: BenchRun; readonly ratio: number }[] = [];
  while (pairs.length < TURNS) {
    const pair = { floor: await floor(), ours: await ours() };
    pairs.push({ ...pair, ratio: pair.ours.tookMs / pair.floor.tookMs });
  }
  return {
    floor: middleRun(pairs.map(pair => pair.floor)),
    ours: middleRun(pairs.map(pair => pair.ours)),
    ratio: middle(pairs, pair => pair.ratio).ratio,
  };
}

function middleRun<T extends BenchRun>(runs: readonly T[]): T {
  const longestMs = middle(runs, one => one.longestMs).longestMs;
  return { ...middle(runs, one => one.tookMs), longestMs };
}

function middle<T>(values: readonly T[], measure: (value: T) => number): T {
  const sorted = values.toSorted((one, other) => measure(one) - measure(other));
  return sorted[Math.floor(values.length / 2)] as T;
}
