/** A stretch that stands unchanged in both lists. */
export interface MatchingBlock {
  readonly base: number;
  readonly current: number;
  readonly length: number;
}

/** The same runs, neighbours joined to one. */
export function joinBlocks(runs: readonly MatchingBlock[]): MatchingBlock[] {
  const result: MatchingBlock[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last && isNext(last, run)) {
      result[result.length - 1] = { ...last, length: last.length + run.length };
    } else {
      result.push(run);
    }
  }
  return result;
}

/** The same run, counted from further up. */
export function shiftBlock(run: MatchingBlock, byBase: number, byCurrent: number): MatchingBlock {
  return { base: run.base + byBase, current: run.current + byCurrent, length: run.length };
}

const isNext = (last: MatchingBlock, run: MatchingBlock): boolean =>
  last.base + last.length === run.base && last.current + last.length === run.current;
