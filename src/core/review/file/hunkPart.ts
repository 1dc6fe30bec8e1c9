import { flip, type LineChange } from '../../diff/lineChange.ts';
import {
  isEmpty,
  lineCount,
  lineRange,
  overlapsOrTouches,
  type LineRange,
} from '../../text/lineRange.ts';
import type { Lines } from '../../text/lines.ts';
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
 * same length, otherwise with all lines of the other side. First lines that differ only in their line ending correspond
 * to each other in any case. Undefined if the selection is elsewhere.
 */
export function selectedPart(
  hunk: Hunk,
  { side, range }: LineSelection,
  lines: { readonly base: Lines; readonly current: Lines },
): HunkPart | undefined {
  const other = side === 'base' ? 'current' : 'base';
  const ownSide = hunk[side];
  const otherSide = hunk[other];
  if (isEmpty(ownSide)) {
    return overlapsOrTouches(ownSide, range) ? wholeHunk(hunk) : undefined;
  }
  const start = Math.max(ownSide.start, range.start);
  const end = Math.min(ownSide.end, range.end);
  if (start >= end) {
    return undefined;
  }
  const isLineByLine = lineCount(ownSide) === lineCount(otherSide);
  const paired = isLineByLine ? lineCount(ownSide) : countPaired(hunk, lines);
  const opposite = lineRange(
    otherSide.start + Math.min(start - ownSide.start, paired),
    end - ownSide.start <= paired ? otherSide.start + end - ownSide.start : otherSide.end,
  );
  const selected = lineRange(start, end);
  return side === 'base'
    ? { hunk, base: selected, current: opposite }
    : { hunk, base: opposite, current: selected };
}

/** How many lines at the start of a hunk differ only in their line ending, as the last line of a file to which lines were added. */
function countPaired(
  { base, current }: Hunk,
  lines: { readonly base: Lines; readonly current: Lines },
): number {
  const limit = Math.min(lineCount(base), lineCount(current));
  let count = 0;
  while (
    count < limit &&
    withoutEol(lines.base[base.start + count]) === withoutEol(lines.current[current.start + count])
  ) {
    count += 1;
  }
  return count;
}

const withoutEol = (line = ''): string => line.replace(/\r?\n$/, '');
