import type { Lines } from '../text/lines.ts';
import { DiffBudget } from './boundedDiff.ts';
import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { lineChange, type LineChange } from './lineChange.ts';
import { toEdits, type LineEdit } from './lineEdit.ts';
import { shiftBlock, type MatchingBlock } from './matchingBlock.ts';
import { matchingBlocks } from './matchingBlocks.ts';

/**
 * How many comparisons a diff may make before a region is returned as a single change. Comparisons are counted instead
 * of measuring time, so that the same texts give the same hunks on every machine and when a journal is replayed.
 */
const DIFF_BUDGET_COMPARISONS = 250_000;

/** The changed regions between two texts, in order. Any two of them are separated by at least one unchanged line. */
export function lineDiff(
  base: Lines,
  current: Lines,
  budgetComparisons = DIFF_BUDGET_COMPARISONS,
): readonly LineChange[] {
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  const end = { base: base.length - tail, current: current.length - tail, length: tail };
  const [removed, added] = [end.base - head, end.current - head];
  if (removed === 0 || added === 0 || (removed === 1 && added === 1)) {
    return changesBetween([end], head); // Lines were only added or only removed, or one line was replaced: no search is needed.
  }
  const numberByLine = new Map<string, number>();
  const numbers = (lines: Lines) =>
    lines.slice(head, lines.length - tail).map(line => toNumber(numberByLine, line));
  const blocks = matchingBlocks(numbers(base), numbers(current), new DiffBudget(budgetComparisons));
  return changesBetween([...blocks.map(block => shiftBlock(block, head, head)), end], head);
}

/** A region with more lines than this, on both sides together, is not diffed again on every edit. */
const REGION_LIMIT_LINES = 10_000;

/**
 * The changed regions within a hunk. Of a large hunk only the common prefix and suffix are removed, to keep the thread
 * responsive.
 */
export function regionDiff(base: Lines, current: Lines): readonly LineChange[] {
  if (base.length + current.length <= REGION_LIMIT_LINES) {
    return lineDiff(base, current);
  }
  const head = commonPrefixLength(base, current);
  const tail = commonSuffixLength(base, current, head);
  return changesBetween(
    [{ base: base.length - tail, current: current.length - tail, length: tail }],
    head,
  );
}

/** The edits that turn one text into another. */
export function editsBetween(before: Lines, after: Lines): LineEdit[] {
  return toEdits(lineDiff(before, after), after);
}

/** Maps equal lines to equal numbers, which are compared much faster than strings. */
function toNumber(numberByLine: Map<string, number>, line: string): number {
  const known = numberByLine.get(line);
  if (known !== undefined) {
    return known;
  }
  numberByLine.set(line, numberByLine.size);
  return numberByLine.size - 1;
}

/** The changed regions between blocks of unchanged lines. */
function changesBetween(blocks: readonly MatchingBlock[], head: number): LineChange[] {
  const changes: LineChange[] = [];
  let base = head;
  let current = head;
  for (const block of blocks) {
    if (block.base > base || block.current > current) {
      changes.push(lineChange([base, block.base], [current, block.current]));
    }
    base = block.base + block.length;
    current = block.current + block.length;
  }
  return changes;
}
