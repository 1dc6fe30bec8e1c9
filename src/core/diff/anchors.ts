import type { MatchingBlock } from './matchingBlock.ts';

/**
 * Finds the longest list of items that are unique in both lists and have the same order in both ("patience" diff), and
 * joins adjacent ones to blocks. Items are numbers from 0; typed arrays instead of maps and pairs keep 100,000 lines
 * within a few milliseconds.
 */
export function anchors(base: readonly number[], current: readonly number[]): MatchingBlock[] {
  const currentOf = partnersInCurrent(base, current);
  const increasing = longestIncreasing(currentOf);
  const blocks: MatchingBlock[] = [];
  for (let first = 0; first < increasing.length;) {
    const start = increasing[first] ?? 0;
    let length = 1;
    while (
      isNext(increasing[first + length], start + length) &&
      follows(currentOf, start, length)
    ) {
      length++;
    }
    blocks.push({ base: start, current: currentOf[start] ?? 0, length });
    first += length;
  }
  return blocks;
}

const isNext = (found: number | undefined, wanted: number): boolean => found === wanted;

const follows = (currentOf: Int32Array, start: number, length: number): boolean =>
  currentOf[start + length] === (currentOf[start] ?? 0) + length;

const NOT_FOUND = -1;
const REPEATED = -2;

/** For each index of the base, the index of the same item in the current list, if the item is unique in both. */
function partnersInCurrent(base: readonly number[], current: readonly number[]): Int32Array {
  const size = Math.max(maximum(base), maximum(current)) + 1;
  const inBase = uniqueIndexes(base, size);
  const inCurrent = uniqueIndexes(current, size);
  return Int32Array.from(base, item => {
    const index = (inBase[item] ?? NOT_FOUND) >= 0 ? inCurrent[item] : NOT_FOUND;
    return index === undefined || index < 0 ? NOT_FOUND : index;
  });
}

const maximum = (items: readonly number[]): number =>
  items.reduce((highest, item) => Math.max(highest, item), NOT_FOUND);

function uniqueIndexes(items: readonly number[], size: number): Int32Array {
  const indexes = new Int32Array(size).fill(NOT_FOUND);
  items.forEach((item, index) => {
    indexes[item] = indexes[item] === NOT_FOUND ? index : REPEATED;
  });
  return indexes;
}

/** The longest subsequence of base indexes whose partners are in increasing order. */
function longestIncreasing(currentOf: Int32Array): number[] {
  const lastIndexes: number[] = []; // The last index of the best subsequence of each length.
  const previous = new Int32Array(currentOf.length).fill(NOT_FOUND);
  currentOf.forEach((current, index) => {
    if (current >= 0) {
      const length = subsequenceLength(lastIndexes, currentOf, current);
      previous[index] = lastIndexes[length - 1] ?? NOT_FOUND;
      lastIndexes[length] = index;
    }
  });
  const sequence: number[] = [];
  for (
    let index = lastIndexes.at(-1) ?? NOT_FOUND;
    index >= 0;
    index = previous[index] ?? NOT_FOUND
  ) {
    sequence.push(index);
  }
  return sequence.toReversed();
}

/** Binary search for the first subsequence that ends above `current`. Usually the item extends the longest one. */
function subsequenceLength(
  lastIndexes: readonly number[],
  currentOf: Int32Array,
  current: number,
): number {
  const last = lastIndexes.at(-1);
  if (last === undefined || (currentOf[last] ?? 0) < current) {
    return lastIndexes.length;
  }
  let low = 0;
  let high = lastIndexes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((currentOf[lastIndexes[middle] ?? 0] ?? 0) < current) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
