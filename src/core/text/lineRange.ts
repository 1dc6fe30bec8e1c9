/** Lines `start` up to, not including, `end`; counted from 0. All arithmetic with line numbers lives here. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Makes a range; one that ends before it starts is our bug. */
export function lineRange(start: number, end: number): LineRange {
  if (!(start >= 0 && start <= end)) {
    throw new RangeError(`Not a range of lines: [${start},${end})`);
  }
  return { start, end };
}

/** How many lines a range holds. */
export function lineCount(range: LineRange): number {
  return range.end - range.start;
}

/** Whether a range is only a place between two lines. */
export function isEmpty(range: LineRange): boolean {
  return range.start === range.end;
}

/** The same lines after `by` lines were put before them. */
export function shiftRange(range: LineRange, by: number): LineRange {
  return by === 0 ? range : lineRange(range.start + by, range.end + by);
}

/** Whether two ranges share a line, or one is a place strictly inside the other. */
export function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Whether two ranges share a line or stand directly beside each other. */
export function overlapsOrTouches(one: LineRange, other: LineRange): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** Whether every line of `inner` is in `outer`. */
export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The smallest range around both. */
export function joinRanges(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

/** What two ranges share; undefined if they do not even stand side by side. */
export function intersection(one: LineRange, other: LineRange): LineRange | undefined {
  const start = Math.max(one.start, other.start);
  const end = Math.min(one.end, other.end);
  return start <= end ? { start, end } : undefined;
}

/** The items of a list that a range names. */
export function sliceRange<T>(items: readonly T[], range: LineRange): T[] {
  return items.slice(range.start, range.end);
}
