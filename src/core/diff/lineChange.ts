import { lineCount, lineRange, overlaps, shiftRange, type LineRange } from '../text/lineRange.ts';

/** One changed region: the lines `base` of the old text were replaced by the lines `current` of the new text. */
export interface LineChange {
  readonly base: LineRange;
  readonly current: LineRange;
}

/** Creates a change from line numbers. */
export function lineChange(base: [number, number], current: [number, number]): LineChange {
  return { base: lineRange(...base), current: lineRange(...current) };
}

/** Swaps the two sides. */
export function flip(change: LineChange): LineChange {
  return { base: change.current, current: change.base };
}

/** How many lines the change adds; negative if it removes lines. */
export function lineDelta(change: LineChange): number {
  return lineCount(change.current) - lineCount(change.base);
}

/** Moves a change by an offset on each side. */
export function shiftChange(change: LineChange, byBase: number, byCurrent: number): LineChange {
  return { base: shiftRange(change.base, byBase), current: shiftRange(change.current, byCurrent) };
}

/**
 * Maps a range of the base to the text after `changes`. A change inside the range makes it longer or shorter. The range
 * is extended by a change that crosses its edge, so that reverting that change loses nothing.
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
