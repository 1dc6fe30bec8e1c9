import { anchors } from './anchors.ts';
import { boundedDiff, type DiffBudget } from './boundedDiff.ts';
import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { joinBlocks, shiftBlock, type MatchingBlock } from './matchingBlock.ts';

/**
 * What two lists have in common, in order. Items that are unique in both tie the lists together; the gaps between these
 * are compared in full, the small ones first, so that one wild region does not cost the others their detail.
 */
export function matchingBlocks(
  base: number[],
  current: number[],
  effort: DiffBudget,
): MatchingBlock[] {
  const ties = anchors(base, current);
  const found = gapsBetween(ties, base, current)
    .toSorted((one, other) => size(one) - size(other))
    .flatMap(gap => runsInGap(gap, effort));
  return joinBlocks([...ties, ...found].toSorted((one, other) => one.base - other.base));
}

interface Gap {
  readonly baseStart: number;
  readonly currentStart: number;
  readonly base: number[];
  readonly current: number[];
}

const size = (gap: Gap): number => gap.base.length + gap.current.length;

function gapsBetween(ties: readonly MatchingBlock[], base: number[], current: number[]): Gap[] {
  let baseStart = 0;
  let currentStart = 0;
  const end = { base: base.length, current: current.length, length: 0 };
  return [...ties, end].map(tie => {
    const gap = {
      baseStart,
      currentStart,
      base: base.slice(baseStart, tie.base),
      current: current.slice(currentStart, tie.current),
    };
    baseStart = tie.base + tie.length;
    currentStart = tie.current + tie.length;
    return gap;
  });
}

/** Both ends first: beside a tie most lines are equal, and need no search. */
function runsInGap(
  { baseStart, currentStart, base, current }: Gap,
  effort: DiffBudget,
): MatchingBlock[] {
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  const inner = searchedRuns(
    base.slice(head, base.length - tail),
    current.slice(head, current.length - tail),
    effort,
  );
  return [
    { base: 0, current: 0, length: head },
    ...inner.map(run => shiftBlock(run, head, head)),
    { base: base.length - tail, current: current.length - tail, length: tail },
  ]
    .filter(run => run.length > 0)
    .map(run => shiftBlock(run, baseStart, currentStart));
}

/** Items that the other side lacks cannot match: without them a total rewrite costs next to nothing. */
function searchedRuns(base: number[], current: number[], effort: DiffBudget): MatchingBlock[] {
  const fromBase = shared(base, current);
  const fromCurrent = shared(current, base);
  if (fromBase.items.length === 0) {
    return [];
  }
  return boundedDiff(fromBase.items, fromCurrent.items, effort).flatMap(run =>
    Array.from({ length: run.length }, (_, step) => ({
      base: fromBase.at[run.base + step] ?? 0,
      current: fromCurrent.at[run.current + step] ?? 0,
      length: 1,
    })),
  );
}

/** The items that `others` has too, and where they stand. */
function shared(items: readonly number[], others: readonly number[]) {
  const known = new Set(others);
  const at = items.flatMap((item, index) => (known.has(item) ? [index] : []));
  return { at, items: at.map(index => items[index]) };
}
