/** A sequence of items that two lists have in common: where it starts in each, and its length. */
export interface MatchingBlock {
  readonly base: number;
  readonly current: number;
  readonly length: number;
}

/** Joins adjacent blocks. */
export function joinBlocks(blocks: readonly MatchingBlock[]): MatchingBlock[] {
  const result: MatchingBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last && isNext(last, block)) {
      result[result.length - 1] = { ...last, length: last.length + block.length };
    } else {
      result.push(block);
    }
  }
  return result;
}

/** Moves a block by an offset on each side. */
export function shiftBlock(block: MatchingBlock, byBase: number, byCurrent: number): MatchingBlock {
  return { base: block.base + byBase, current: block.current + byCurrent, length: block.length };
}

const isNext = (last: MatchingBlock, block: MatchingBlock): boolean =>
  last.base + last.length === block.base && last.current + last.length === block.current;
