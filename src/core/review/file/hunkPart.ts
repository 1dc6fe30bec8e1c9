import { flip, type LineChange } from '../../diff/lineChange.ts';
import {
  isEmpty,
  lineCount,
  lineRange,
  overlapsOrTouches,
  shiftRange,
  type LineRange,
} from '../../text/lineRange.ts';
import type { Hunk } from './hunk.ts';

/** A hunk, or some of its lines. */
export interface HunkPart extends LineChange {
  readonly hunk: Hunk;
}

/** Lines somebody has selected, in the file or on the base side of a diff. */
export interface LineSelection {
  readonly side: 'base' | 'current';
  readonly range: LineRange;
}

/** The whole of a hunk. */
export function wholeHunk(hunk: Hunk): HunkPart {
  return { hunk, base: hunk.base, current: hunk.current };
}

/** The same part, looked at from the other side. */
export function flipPart(part: HunkPart): HunkPart {
  return { ...flip(part), hunk: { ...part.hunk, ...flip(part.hunk) } };
}

/**
 * The part of a hunk that a selection names, as VS Code's own "stage selected" takes it: line by line if both sides are
 * equally long, else with all lines of the other side. Undefined if the selection is elsewhere.
 */
export function selectedPart(hunk: Hunk, { side, range }: LineSelection): HunkPart | undefined {
  const other = side === 'base' ? 'current' : 'base';
  const own = hunk[side];
  if (isEmpty(own)) {
    return overlapsOrTouches(own, range) ? wholeHunk(hunk) : undefined;
  }
  const start = Math.max(own.start, range.start);
  const end = Math.min(own.end, range.end);
  if (start >= end) {
    return undefined;
  }
  const isLineByLine = lineCount(own) === lineCount(hunk[other]);
  const chosen = lineRange(start, end);
  const offset = hunk[other].start - own.start;
  const opposite = isLineByLine ? shiftRange(chosen, offset) : hunk[other];
  return side === 'base'
    ? { hunk, base: chosen, current: opposite }
    : { hunk, base: opposite, current: chosen };
}
