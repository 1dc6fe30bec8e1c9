import type { LineChange } from './lineChange.ts';
import { lineCount, lineRange, sliceRange, type LineRange } from '../text/lineRange.ts';
import type { Lines } from '../text/lines.ts';

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
  const parts: Lines[] = [];
  let at = 0;
  for (const { range, lines: added } of edits) {
    parts.push(lines.slice(at, range.start), added);
    at = range.end;
  }
  return joined([...parts, lines.slice(at)]);
}

/** Several times faster than `flat`, and nothing has to be copied again as it grows. */
function joined(parts: readonly Lines[]): Lines {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // oxlint-disable-next-line unicorn/no-new-array -- a list of this length
  const result = new Array<string>(length);
  let at = 0;
  for (const part of parts) {
    for (const line of part) {
      result[at++] = line;
    }
  }
  return result;
}

/** The edits that make each change, with the new lines taken from the current text. */
export function toEdits(changes: readonly LineChange[], current: Lines): LineEdit[] {
  return changes.map(change => ({
    range: change.base,
    lines: sliceRange(current, change.current),
  }));
}

/** The ranges that edits replace, each with the range its new lines then stand in. */
export function toChanges(edits: readonly LineEdit[]): LineChange[] {
  let growth = 0;
  return edits.map(({ range, lines }) => {
    const start = range.start + growth;
    growth += lines.length - lineCount(range);
    return { base: range, current: lineRange(start, start + lines.length) };
  });
}

/** The current text again, from the base and its hunks. */
export function applyChanges(base: Lines, hunks: readonly LineChange[], current: Lines): Lines {
  return applyEdits(base, toEdits(hunks, current));
}
