import { DiffBudget } from './boundedDiff.ts';
import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { matchingBlocks } from './matchingBlocks.ts';
import { lineChange, type LineChange } from './lineChange.ts';
import { toEdits, type LineEdit } from './lineEdit.ts';
import type { Lines } from '../text/lines.ts';
import { shiftBlock, type MatchingBlock } from './matchingBlock.ts';

/**
 * How many lines may be compared before a region is given as one change. Work is counted, not timed: the same texts give
 * the same hunks on every machine, under load, and when a journal is read back.
 */
const DIFF_EFFORT_COMPARISONS = 250_000;

/** The changed regions between two texts, in order, with at least one unchanged line between any two. */
export function lineDiff(
  base: Lines,
  current: Lines,
  effortComparisons = DIFF_EFFORT_COMPARISONS,
): readonly LineChange[] {
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  const end = { base: base.length - tail, current: current.length - tail, length: tail };
  const [removed, added] = [end.base - head, end.current - head];
  if (removed === 0 || added === 0 || (removed === 1 && added === 1)) {
    return between([end], head); // Only added, only removed, or one line for another: there is nothing to search.
  }
  const numberOf = new Map<string, number>();
  const numbers = (lines: Lines) =>
    lines.slice(head, lines.length - tail).map(line => numbered(numberOf, line));
  const runs = matchingBlocks(numbers(base), numbers(current), new DiffBudget(effortComparisons));
  return between([...runs.map(run => shiftBlock(run, head, head)), end], head);
}

/** A region longer than this, on both sides together, is not searched again on every edit in it. */
const REGION_LIMIT_LINES = 10_000;

/** The changed regions within a hunk. Of one that would keep the thread busy, only the ends are looked at. */
export function regionDiff(base: Lines, current: Lines): readonly LineChange[] {
  if (base.length + current.length <= REGION_LIMIT_LINES) {
    return lineDiff(base, current);
  }
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  return between(
    [{ base: base.length - tail, current: current.length - tail, length: tail }],
    head,
  );
}

/** The edits that turn one text into another. */
export function editsBetween(before: Lines, after: Lines): LineEdit[] {
  return toEdits(lineDiff(before, after), after);
}

/** Equal lines get equal numbers, which are compared much faster than texts. */
function numbered(numberOf: Map<string, number>, line: string): number {
  const known = numberOf.get(line);
  if (known !== undefined) {
    return known;
  }
  numberOf.set(line, numberOf.size);
  return numberOf.size - 1;
}

/** What lies between the unchanged runs is changed. */
function between(runs: readonly MatchingBlock[], head: number): LineChange[] {
  const changes: LineChange[] = [];
  let base = head;
  let current = head;
  for (const run of runs) {
    if (run.base > base || run.current > current) {
      changes.push(lineChange([base, run.base], [current, run.current]));
    }
    base = run.base + run.length;
    current = run.current + run.length;
  }
  return changes;
}
