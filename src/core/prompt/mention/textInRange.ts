import type { TextRange, TextPosition } from './textRange.ts';

/** The text in a range. A position beyond the end means the end; a line ends with `\n`, `\r\n` or `\r`. */
export function getTextInRange(text: string, range: TextRange): string {
  const starts = lineStarts(text);
  return text.slice(offsetOf(text, starts, range.start), offsetOf(text, starts, range.end));
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    starts.push(index + end.length);
  }
  return starts;
}

function offsetOf(
  text: string,
  starts: readonly number[],
  { line, character }: TextPosition,
): number {
  const start = starts[line];
  if (start === undefined) {
    return text.length;
  }
  const next = starts[line + 1];
  const end = next === undefined ? text.length : next - lineEndLength(text, next);
  return Math.min(start + character, end);
}

const lineEndLength = (text: string, next: number): number =>
  text[next - 1] === '\n' && text[next - 2] === '\r' ? 2 : 1;
