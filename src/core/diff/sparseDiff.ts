import type { Lines } from '../text/lines.ts';
import { shiftChange, type LineChange } from './lineChange.ts';
import { lineDiff } from './lineDiff.ts';

/** How many lines after a difference are searched for the position where the texts match again. */
const SEARCH_LINES = 64;
/** How many lines must match there. A single empty line or brace may match by chance. */
const MATCHING_LINES = 3;

/**
 * A line diff that is fast for texts with few differences, like a file before and after an agent's edit. It walks along
 * both texts and calls `lineDiff` only for the lines between a difference and the next match. If there is no match
 * nearby, the rest is left to `lineDiff`.
 */
export function sparseDiff(base: Lines, current: Lines): readonly LineChange[] {
  const changes: LineChange[] = [];
  let at = skipEqual(base, current, { base: 0, current: 0 });
  while (at.base < base.length || at.current < current.length) {
    const match = nextMatch(base, current, at) ?? {
      base: base.length,
      current: current.length,
    };
    const inner = lineDiff(
      base.slice(at.base, match.base),
      current.slice(at.current, match.current),
    );
    for (const change of inner) {
      changes.push(shiftChange(change, at.base, at.current));
    }
    at = skipEqual(base, current, match);
  }
  return changes;
}

/** A line in each of the two texts. */
interface LinePair {
  readonly base: number;
  readonly current: number;
}

/** Skips equal lines: returns the next difference, or the ends of the texts. */
function skipEqual(base: Lines, current: Lines, from: LinePair): LinePair {
  let count = 0;
  while (
    from.base + count < base.length &&
    from.current + count < current.length &&
    base[from.base + count] === current[from.current + count]
  ) {
    count++;
  }
  return { base: from.base + count, current: from.current + count };
}

/** The nearest position after a difference from which on several lines match. */
function nextMatch(base: Lines, current: Lines, from: LinePair): LinePair | undefined {
  for (let distance = 1; distance <= SEARCH_LINES; distance++) {
    for (let inBase = 0; inBase <= distance; inBase++) {
      const pair = { base: from.base + inBase, current: from.current + distance - inBase };
      if (matches(base, current, pair)) {
        return pair;
      }
    }
  }
  return undefined;
}

function matches(base: Lines, current: Lines, pair: LinePair): boolean {
  for (let line = 0; line < MATCHING_LINES; line++) {
    const one = base[pair.base + line];
    if (one === undefined || one !== current[pair.current + line]) {
      return false;
    }
  }
  return true;
}
