import { lineCount, lineRange, overlaps, shiftRange, type LineRange } from '../text/lineRange.ts';

/** One changed region: these lines of the base became those of the current text. */
export interface LineChange {
  readonly base: LineRange;
  readonly current: LineRange;
}

/** Makes a change from four line numbers. */
export function lineChange(base: [number, number], current: [number, number]): LineChange {
  return { base: lineRange(...base), current: lineRange(...current) };
}

/** The same change, looked at from the other side. */
export function flip(change: LineChange): LineChange {
  return { base: change.current, current: change.base };
}

/** How many lines the change adds (or, below zero, removes). */
export function lineDelta(change: LineChange): number {
  return lineCount(change.current) - lineCount(change.base);
}

/** The same change, both sides moved. */
export function shiftChange(change: LineChange, byBase: number, byCurrent: number): LineChange {
  return { base: shiftRange(change.base, byBase), current: shiftRange(change.current, byCurrent) };
}

/**
 * Where a range of the base is found after `changes`. A change inside makes it longer or shorter; one that reaches over
 * its edge is taken in as a whole, so that taking that change back loses nothing.
 */
export function mapRange(range: LineRange, changes: readonly LineChange[]): LineRange {
  let { start, end } = range;
  let before = 0;
  let inside = 0;
  for (const change of changes) {
    if (overlaps(change.base, range)) {
      start = Math.min(start, change.base.start);
      end = Math.max(end, change.base.end);
      inside += lineDelta(change);
    } else if (change.base.end <= range.start) {
      before += lineDelta(change);
    }
  }
  return lineRange(start + before, end + before + inside);
}
