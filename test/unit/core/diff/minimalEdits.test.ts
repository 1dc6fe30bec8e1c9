import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  minimalEdits,
  type Position,
  type TextEdit,
} from '../../../../src/core/diff/minimalEdits.ts';
import { splitLines } from '../../../../src/core/text/lines.ts';
import { text } from '../text/randomTexts.ts';

function offsetOf(given: string, { line, character }: Position): number {
  return splitLines(given).slice(0, line).join('').length + character;
}

function apply(given: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .reduce(
      (result, { start, end, text: added }) =>
        result.slice(0, offsetOf(given, start)) + added + result.slice(offsetOf(given, end)),
      given,
    );
}

describe('minimalEdits', () => {
  it('turns the first text into the second', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, minimalEdits(before, after))).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });

  it('replaces only the characters that differ', () => {
    expect(minimalEdits('one\nlet x = 1;\nend\n', 'one\nlet x = 12;\nend\n')).toEqual([
      { start: { line: 1, character: 9 }, end: { line: 1, character: 9 }, text: '2' },
    ]);
  });

  it('never splits a character or a line ending', () => {
    expect(minimalEdits('😀\n', '😁\n')).toEqual([
      { start: { line: 0, character: 0 }, end: { line: 0, character: 2 }, text: '😁' },
    ]);
    expect(minimalEdits('a\r\n', 'a\n')).toEqual([
      { start: { line: 0, character: 1 }, end: { line: 1, character: 0 }, text: '\n' },
    ]);
  });

  it('returns no edits for equal texts', () => {
    expect(minimalEdits('a\n', 'a\n')).toEqual([]);
  });
});
