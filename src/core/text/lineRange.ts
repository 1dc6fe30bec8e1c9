/** A half-open range of zero-based line numbers: `start` is included, `end` is not. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Creates a range. An invalid range is a programming error, so it throws. */
export function lineRange(start: number, end: number): LineRange {
  if (!(start >= 0 && start <= end)) {
    throw new RangeError(`Invalid line range: [${start},${end})`);
  }
  return { start, end };
}

export function lineCount(range: LineRange): number {
  return range.end - range.start;
}

/** Whether a range contains no line and only denotes a position between two lines. */
export function isEmpty(range: LineRange): boolean {
  return range.start === range.end;
}

/** Moves a range by a number of lines. */
export function shiftRange(range: LineRange, by: number): LineRange {
  return by === 0 ? range : lineRange(range.start + by, range.end + by);
}

/** Whether two ranges share a line, or one is empty and lies strictly inside the other. */
export function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Whether two ranges share a line or are adjacent. */
export function overlapsOrTouches(one: LineRange, other: LineRange): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** The smallest range that contains both. */
export function joinRanges(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

export function sliceRange<T>(items: readonly T[], range: LineRange): T[] {
  return items.slice(range.start, range.end);
}
