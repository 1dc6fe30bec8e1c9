/** One measured run. */
export interface BenchRun {
  readonly tookMs: number;
  /** The longest task of the page. */
  readonly longestMs: number;
}

const ROUNDS = 5;
const TURNS = 7;

/** The median of several runs, and of their longest tasks. */
export async function medianRun<T extends BenchRun>(run: () => Promise<T>): Promise<T> {
  const runs: T[] = [];
  while (runs.length < ROUNDS) {
    runs.push(await run());
  }
  return combineRuns(runs);
}

/**
 * Alternates two kinds of runs, because the speed of a machine varies from minute to minute. Returns the median run of
 * each kind, and the median ratio of ours to the baseline run just before it.
 */
export async function alternateRuns({
  baseline,
  ours,
}: Readonly<Record<'baseline' | 'ours', () => Promise<BenchRun>>>): Promise<{
  readonly baseline: BenchRun;
  readonly ours: BenchRun;
  readonly ratio: number;
}> {
  const pairs: { readonly baseline: BenchRun; readonly ours: BenchRun; readonly ratio: number }[] =
    [];
  while (pairs.length < TURNS) {
    const pair = { baseline: await baseline(), ours: await ours() };
    pairs.push({ ...pair, ratio: pair.ours.tookMs / pair.baseline.tookMs });
  }
  return {
    baseline: combineRuns(pairs.map(pair => pair.baseline)),
    ours: combineRuns(pairs.map(pair => pair.ours)),
    ratio: medianBy(pairs, pair => pair.ratio).ratio,
  };
}

/** The median of several figures. */
export const median = (values: readonly number[]): number => medianBy(values, value => value);

/** The value below which a share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

function combineRuns<T extends BenchRun>(runs: readonly T[]): T {
  const longestMs = medianBy(runs, one => one.longestMs).longestMs;
  return { ...medianBy(runs, one => one.tookMs), longestMs };
}

function medianBy<T>(values: readonly T[], measure: (value: T) => number): T {
  const sorted = values.toSorted((one, other) => measure(one) - measure(other));
  return sorted[Math.floor(values.length / 2)] as T;
}
