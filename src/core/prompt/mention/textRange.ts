import type { LineRange } from '../../text/lineRange.ts';
/** A position in a text: line and character, both from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** A range in a text; `end` is exclusive. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** The lines that a range touches. A range that ends at the start of a line does not touch that line. */
export function touchedLines(range: TextRange): LineRange {
  const { start, end } = range;
  const endsAtLineStart = end.character === 0 && end.line > start.line;
  return { start: start.line, end: endsAtLineStart ? end.line : end.line + 1 };
}

/** The range of whole lines. */
export function wholeLinesRange(start: number, end: number): TextRange {
  return { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
}
