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

type SideLines = { readonly base: Lines; readonly current: Lines };

/**
 * The selected part of a hunk, determined as in VS Code's "Stage Selected Ranges": line by line if both sides have the
 * same length, otherwise with all lines of the other side. Lines that differ only in their line ending correspond to each
 * other in any case. Undefined if the selection is elsewhere.
 */
export function selectedPart(
  hunk: Hunk,
  { side, range }: LineSelection,
  lines: SideLines,
): HunkPart | undefined {
  const ownSide = hunk[side];
  if (isEmpty(ownSide)) {
    return overlapsOrTouches(ownSide, range) ? wholeHunk(hunk) : undefined;
  }
  const start = Math.max(ownSide.start, range.start);
  const end = Math.min(ownSide.end, range.end);
  if (start >= end) {
    return undefined;
  }
  const selected = lineRange(start, end);
  if (lineCount(selected) === lineCount(ownSide)) {
    return wholeHunk(hunk);
  }
  const opposite = findOpposite(splitAtPairs(hunk, lines), side, selected);
  return side === 'base'
    ? { hunk, base: selected, current: opposite }
    : { hunk, base: opposite, current: selected };
}

const isLineByLine = ({ base, current }: LineChange): boolean =>
  lineCount(base) === lineCount(current);

/** The lines of the other side that correspond to selected lines. */
function findOpposite(
  segments: readonly LineChange[],
  side: 'base' | 'current',
  { start, end }: LineRange,
): LineRange {
  const other = side === 'base' ? 'current' : 'base';
  const touched = segments.filter(
    segment => segment[side].start < end && start < segment[side].end,
  );
  const [first, last] = [touched.at(0), touched.at(-1)];
  return lineRange(
    first
      ? first[other].start + (isLineByLine(first) ? Math.max(0, start - first[side].start) : 0)
      : 0,
    last ? last[other].end - (isLineByLine(last) ? Math.max(0, last[side].end - end) : 0) : 0,
  );
}

/**
 * Splits a hunk at the lines that differ only in their line ending: lines at its start, and the last line of the file, which gets
 * a line ending when lines are added after it.
 */
function splitAtPairs(hunk: Hunk, lines: SideLines): readonly LineChange[] {
  const { base, current } = hunk;
  const paired = countPaired(hunk, lines);
  const head = lineRange(base.start, base.start + paired);
  const rest = lineRange(current.start + paired, current.end);
  const last = findLastLine(lineRange(head.end, base.end), rest, lines);
  const start = { base: head, current: lineRange(current.start, rest.start) };
  const end = {
    base: lineRange(base.end, base.end),
    current: lineRange(current.end, current.end),
  };
  return last
    ? [start, between(start, last), last, between(last, end)]
    : [start, between(start, end)];
}

const between = (before: LineChange, after: LineChange): LineChange => ({
  base: lineRange(before.base.end, after.base.start),
  current: lineRange(before.current.end, after.current.start),
});

/** The last line of the base, if the current text has it with another line ending. */
function findLastLine(
  base: LineRange,
  current: LineRange,
  lines: SideLines,
): LineChange | undefined {
  const text = lines.base[base.end - 1];
  const isLast = base.end === lines.base.length && text !== undefined && !text.endsWith('\n');
  if (!isLast || isEmpty(base)) {
    return undefined;
  }
  const offset = lines.current
    .slice(current.start, current.end)
    .findIndex(line => withoutEol(line) === text);
  const at = current.start + offset;
  return offset < 0
    ? undefined
    : { base: lineRange(base.end - 1, base.end), current: lineRange(at, at + 1) };
}

/** How many lines at the start of a hunk differ only in their line ending. */
function countPaired({ base, current }: Hunk, lines: SideLines): number {
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
