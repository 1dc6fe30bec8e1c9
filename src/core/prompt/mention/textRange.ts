import type { LineRange } from '../../text/lineRange.ts';
/** A place in a text: line and character, both from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** From a place up to, and without, another. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** The lines a range touches, from 0, ending before `end`. A range that ends at the start of a line does not touch it. */
export function touchedLines(range: TextRange): LineRange {
  const { start, end } = range;
  const endsAtLineStart = end.character === 0 && end.line > start.line;
  return { start: start.line, end: endsAtLineStart ? end.line : end.line + 1 };
}

/** Whole lines as a range. */
export function wholeLinesRange(start: number, end: number): TextRange {
  return { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
}
