import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { toEdits, type LineEdit } from './lineEdit.ts';
import { sparseDiff } from './sparseDiff.ts';
import { sliceRange } from '../text/lineRange.ts';
import { joinLines, splitLines, type Lines } from '../text/lines.ts';

/** A place in a text; both numbers count from 0, characters in UTF-16 units as VS Code has them. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Puts `text` in the place of what stands between two positions. */
export interface TextEdit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/** The smallest edits that turn one text into another: cursors, folds and undo elsewhere in the editor stay in place. */
export function minimalEdits(before: string, after: string): readonly TextEdit[] {
  const lines = splitLines(before);
  const wanted = splitLines(after);
  return toTextEdits(lines, toEdits(sparseDiff(lines, wanted), wanted));
}

/** Edits of whole lines, each cut down to the characters that differ. */
export function toTextEdits(lines: Lines, edits: readonly LineEdit[]): readonly TextEdit[] {
  return edits.map(({ range, lines: added }) =>
    trimmedEdit(range.start, sliceRange(lines, range), added),
  );
}

function trimmedEdit(line: number, from: Lines, to: Lines): TextEdit {
  const before = joinLines(from);
  const after = joinLines(to);
  const head = wholeCharacters(before, after, commonPrefixLength(before, after));
  const common = commonSuffixLength(before, after, head);
  const tail = common - brokenAt(before, after, common);
  return {
    start: positionAt(line, before.slice(0, head)),
    end: positionAt(line, before.slice(0, before.length - tail)),
    text: after.slice(head, after.length - tail),
  };
}

function wholeCharacters(before: string, after: string, head: number): number {
  return isCut(before, head) || isCut(after, head) ? head - 1 : head;
}

/** One unit too many at the end, if the cut goes through a character. */
function brokenAt(before: string, after: string, tail: number): 0 | 1 {
  return isCut(before, before.length - tail) || isCut(after, after.length - tail) ? 1 : 0;
}

/** Whether an offset lies inside a surrogate pair or inside `\r\n`. */
function isCut(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return (
    (before === 0x0d && after === 0x0a) ||
    (before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000)
  );
}

function positionAt(line: number, text: string): Position {
  const newline = text.lastIndexOf('\n');
  return { line: line + text.split('\n').length - 1, character: text.length - newline - 1 };
}
