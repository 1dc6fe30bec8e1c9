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

/** A hunk or some of its lines. */
export interface HunkPart extends LineChange {
  readonly hunk: Hunk;
}

/** Lines selected in the file, or on the base side of a diff. */
export interface LineSelection {
  readonly side: 'base' | 'current';
  readonly range: LineRange;
}

export function wholeHunk(hunk: Hunk): HunkPart {
  return { hunk, base: hunk.base, current: hunk.current };
}

/** Swaps the two sides. */
export function flipPart(part: HunkPart): HunkPart {
  return { ...flip(part), hunk: { ...part.hunk, ...flip(part.hunk) } };
}

/**
 * The selected part of a hunk, determined as in VS Code's "Stage Selected Ranges": line by line if both sides have the
 * same length, otherwise with all lines of the other side. Undefined if the selection is elsewhere.
 */
export function selectedPart(hunk: Hunk, { side, range }: LineSelection): HunkPart | undefined {
  const other = side === 'base' ? 'current' : 'base';
  const ownSide = hunk[side];
  if (isEmpty(ownSide)) {
    return overlapsOrTouches(ownSide, range) ? wholeHunk(hunk) : undefined;
  }
  const start = Math.max(ownSide.start, range.start);
  const end = Math.min(ownSide.end, range.end);
  if (start >= end) {
    return undefined;
  }
  const isLineByLine = lineCount(ownSide) === lineCount(hunk[other]);
  const selected = lineRange(start, end);
  const offset = hunk[other].start - ownSide.start;
  const opposite = isLineByLine ? shiftRange(selected, offset) : hunk[other];
  return side === 'base'
    ? { hunk, base: selected, current: opposite }
    : { hunk, base: opposite, current: selected };
}
