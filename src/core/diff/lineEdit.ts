import { lineCount, lineRange, sliceRange, type LineRange } from '../text/lineRange.ts';
import type { Lines } from '../text/lines.ts';
import type { LineChange } from './lineChange.ts';

/**
 * Replaces a range by `lines`. The edits in a list are sorted, do not overlap, and all refer to the text before the
 * first edit.
 */
export interface LineEdit {
  readonly range: LineRange;
  readonly lines: Lines;
}

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
  return concat([...parts, lines.slice(at)]);
}

/** Concatenates with a preallocated array, which is several times faster than `flat`. */
function concat(parts: readonly Lines[]): Lines {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // oxlint-disable-next-line unicorn/no-new-array -- preallocates the array
  const result = new Array<string>(length);
  let at = 0;
  for (const part of parts) {
    for (const line of part) {
      result[at++] = line;
    }
  }
  return result;
}

/** The edits that perform the changes. The new lines are taken from the current text. */
export function toEdits(changes: readonly LineChange[], current: Lines): LineEdit[] {
  return changes.map(change => ({
    range: change.base,
    lines: sliceRange(current, change.current),
  }));
}

/** For each edit, the range it replaces and the range of its new lines in the edited text. */
export function toChanges(edits: readonly LineEdit[]): LineChange[] {
  let growth = 0;
  return edits.map(({ range, lines }) => {
    const start = range.start + growth;
    growth += lines.length - lineCount(range);
    return { base: range, current: lineRange(start, start + lines.length) };
  });
}

/** Reconstructs the current text from the base and its changes. */
export function applyChanges(base: Lines, hunks: readonly LineChange[], current: Lines): Lines {
  return applyEdits(base, toEdits(hunks, current));
}
