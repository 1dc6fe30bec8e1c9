import { anchors } from './anchors.ts';
import { boundedDiff, type DiffBudget } from './boundedDiff.ts';
import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { joinBlocks, shiftBlock, type MatchingBlock } from './matchingBlock.ts';

/**
 * The blocks two lists have in common, in order. Items that are unique in both serve as anchors. The gaps between them
 * are compared in full, small ones first, so that one large gap does not use up the budget of the others.
 */
export function matchingBlocks(
  base: number[],
  current: number[],
  budget: DiffBudget,
): MatchingBlock[] {
  const anchored = anchors(base, current);
  const found = gapsBetween(anchored, base, current)
    .toSorted((one, other) => size(one) - size(other))
    .flatMap(gap => blocksInGap(gap, budget));
  return joinBlocks([...anchored, ...found].toSorted((one, other) => one.base - other.base));
}

interface Gap {
  readonly baseStart: number;
  readonly currentStart: number;
  readonly base: number[];
  readonly current: number[];
}

const size = (gap: Gap): number => gap.base.length + gap.current.length;

function gapsBetween(anchored: readonly MatchingBlock[], base: number[], current: number[]): Gap[] {
  let baseStart = 0;
  let currentStart = 0;
  const end = { base: base.length, current: current.length, length: 0 };
  return [...anchored, end].map(block => {
    const gap = {
      baseStart,
      currentStart,
      base: base.slice(baseStart, block.base),
      current: current.slice(currentStart, block.current),
    };
    baseStart = block.base + block.length;
    currentStart = block.current + block.length;
    return gap;
  });
}

/** Strips the common prefix and suffix first: next to an anchor most lines are equal. */
function blocksInGap(
  { baseStart, currentStart, base, current }: Gap,
  budget: DiffBudget,
): MatchingBlock[] {
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  const inner = searchBlocks(
    base.slice(head, base.length - tail),
    current.slice(head, current.length - tail),
    budget,
  );
  return [
    { base: 0, current: 0, length: head },
    ...inner.map(block => shiftBlock(block, head, head)),
    { base: base.length - tail, current: current.length - tail, length: tail },
  ]
    .filter(block => block.length > 0)
    .map(block => shiftBlock(block, baseStart, currentStart));
}

/** Ignores items that only one side has, since they cannot match. This makes a total rewrite cheap. */
function searchBlocks(base: number[], current: number[], budget: DiffBudget): MatchingBlock[] {
  const fromBase = shared(base, current);
  const fromCurrent = shared(current, base);
  if (fromBase.items.length === 0) {
    return [];
  }
  return boundedDiff(fromBase.items, fromCurrent.items, budget).flatMap(block =>
    Array.from({ length: block.length }, (_, step) => ({
      base: fromBase.at[block.base + step] ?? 0,
      current: fromCurrent.at[block.current + step] ?? 0,
      length: 1,
    })),
  );
}

/** The items that also occur in `others`, with their indexes. */
function shared(items: readonly number[], others: readonly number[]) {
  const known = new Set(others);
  const at = items.flatMap((item, index) => (known.has(item) ? [index] : []));
  return { at, items: at.map(index => items[index]) };
}
