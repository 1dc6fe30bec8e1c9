import type { LineChange } from './lineChange.ts';
import { lineCount, lineRange, within, type LineRange } from './lineRange.ts';
import type { Lines } from './lines.ts';

/** Puts `lines` in the place of a range. In a list, edits are in order, apart from each other, and count from before. */
export interface LineEdit {
  readonly range: LineRange;
  readonly lines: Lines;
}

/** The lines after some edits. */
export function applyEdits(lines: Lines, edits: readonly LineEdit[]): Lines {
  if (edits.length === 0) {
    return lines;
  }
  const result: string[] = [];
  let at = 0;
  for (const { range, lines: added } of edits) {
    copyTo(result, lines, at, range.start);
    copyTo(result, added, 0, added.length);
    at = range.end;
  }
  copyTo(result, lines, at, lines.length);
  return result;
}

/** A plain loop: several times faster than joining slices, and without limit on their number. */
function copyTo(result: string[], lines: Lines, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    result.push(lines[at] ?? '');
  }
}

/** The edits that make each change, with the new lines taken from the current text. */
export function editsOf(changes: readonly LineChange[], current: Lines): LineEdit[] {
  return changes.map(change => ({ range: change.base, lines: within(current, change.current) }));
}

/** The ranges that edits replace, each with the range its new lines then stand in. */
export function changesOf(edits: readonly LineEdit[]): LineChange[] {
  let growth = 0;
  return edits.map(({ range, lines }) => {
    const start = range.start + growth;
    growth += lines.length - lineCount(range);
    return { base: range, current: lineRange(start, start + lines.length) };
  });
}

/** The current text again, from the base and its hunks. */
export function applyHunks(base: Lines, hunks: readonly LineChange[], current: Lines): Lines {
  return applyEdits(base, editsOf(hunks, current));
}
