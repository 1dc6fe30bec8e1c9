import { sliceRange } from '../text/lineRange.ts';
import { joinLines, splitLines, type Lines } from '../text/lines.ts';
import { commonPrefixLength, commonSuffixLength } from './commonPrefixLength.ts';
import { toEdits, type LineEdit } from './lineEdit.ts';
import { sparseDiff } from './sparseDiff.ts';

/** A zero-based position in a text. Characters are UTF-16 code units, as in VS Code. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Replaces the text between two positions. */
export interface TextEdit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/**
 * The smallest edits that turn one text into another, so that cursors, folding and undo elsewhere in the editor are
 * preserved.
 */
export function minimalEdits(before: string, after: string): readonly TextEdit[] {
  const lines = splitLines(before);
  const target = splitLines(after);
  return toTextEdits(lines, toEdits(sparseDiff(lines, target), target));
}

/** Converts edits of whole lines to edits of the characters that differ. */
export function toTextEdits(lines: Lines, edits: readonly LineEdit[]): readonly TextEdit[] {
  return edits.map(({ range, lines: added }) =>
    toTextEdit(range.start, sliceRange(lines, range), added),
  );
}

function toTextEdit(line: number, from: Lines, to: Lines): TextEdit {
  const before = joinLines(from);
  const after = joinLines(to);
  const prefix = alignPrefix(before, after, commonPrefixLength(before, after));
  const commonSuffix = commonSuffixLength(before, after, prefix);
  const suffix = commonSuffix - splitUnits(before, after, commonSuffix);
  return {
    start: positionAt(line, before.slice(0, prefix)),
    end: positionAt(line, before.slice(0, before.length - suffix)),
    text: after.slice(prefix, after.length - suffix),
  };
}

function alignPrefix(before: string, after: string, prefix: number): number {
  return isInsideCharacter(before, prefix) || isInsideCharacter(after, prefix)
    ? prefix - 1
    : prefix;
}

/** The number of code units to give up so that the suffix does not start inside a character. */
function splitUnits(before: string, after: string, suffix: number): 0 | 1 {
  return isInsideCharacter(before, before.length - suffix) ||
    isInsideCharacter(after, after.length - suffix)
    ? 1
    : 0;
}

/** Whether an offset lies inside a surrogate pair or between `\r` and `\n`. */
function isInsideCharacter(text: string, offset: number): boolean {
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
