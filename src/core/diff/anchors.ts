import type { MatchingBlock } from './matchingBlock.ts';

/**
 * The longest list of items, unique in both lists, that stand in the same order in both ("patience" diff), neighbours
 * joined. Items are numbers from 0; flat arrays instead of maps and pairs keep 100,000 lines within a few milliseconds.
 */
export function anchors(base: readonly number[], current: readonly number[]): MatchingBlock[] {
  const currentOf = partners(base, current);
  const rising = longestRising(currentOf);
  const runs: MatchingBlock[] = [];
  for (let first = 0; first < rising.length;) {
    const start = rising[first] ?? 0;
    let length = 1;
    while (isNext(rising[first + length], start + length) && follows(currentOf, start, length)) {
      length++;
    }
    runs.push({ base: start, current: currentOf[start] ?? 0, length });
    first += length;
  }
  return runs;
}

const isNext = (found: number | undefined, wanted: number): boolean => found === wanted;

const follows = (currentOf: Int32Array, start: number, length: number): boolean =>
  currentOf[start + length] === (currentOf[start] ?? 0) + length;

const NOWHERE = -1;
const REPEATED = -2;

/** For each place in the base, where its item stands in the current list, if it is unique in both. */
function partners(base: readonly number[], current: readonly number[]): Int32Array {
  const size = Math.max(highest(base), highest(current)) + 1;
  const inBase = uniquePlaces(base, size);
  const inCurrent = uniquePlaces(current, size);
  return Int32Array.from(base, item => {
    const place = (inBase[item] ?? NOWHERE) >= 0 ? inCurrent[item] : NOWHERE;
    return place === undefined || place < 0 ? NOWHERE : place;
  });
}

const highest = (items: readonly number[]): number =>
  items.reduce((most, item) => Math.max(most, item), NOWHERE);

function uniquePlaces(items: readonly number[], size: number): Int32Array {
  const places = new Int32Array(size).fill(NOWHERE);
  items.forEach((item, place) => {
    places[item] = places[item] === NOWHERE ? place : REPEATED;
  });
  return places;
}

/** The longest choice of base places whose partners rise. */
function longestRising(currentOf: Int32Array): number[] {
  const tops: number[] = []; // The last place of the best choice of each length.
  const previous = new Int32Array(currentOf.length).fill(NOWHERE);
  currentOf.forEach((current, place) => {
    if (current >= 0) {
      const length = firstAbove(tops, currentOf, current);
      previous[place] = tops[length - 1] ?? NOWHERE;
      tops[length] = place;
    }
  });
  const choice: number[] = [];
  for (let place = tops.at(-1) ?? NOWHERE; place >= 0; place = previous[place] ?? NOWHERE) {
    choice.push(place);
  }
  return choice.toReversed();
}

/** Mostly the list just rises: then no search is needed. */
function firstAbove(tops: readonly number[], currentOf: Int32Array, current: number): number {
  const last = tops.at(-1);
  if (last === undefined || (currentOf[last] ?? 0) < current) {
    return tops.length;
  }
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((currentOf[tops[middle] ?? 0] ?? 0) < current) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
