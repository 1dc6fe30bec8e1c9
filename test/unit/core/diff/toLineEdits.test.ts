import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../src/core/diff/lineEdit.ts';
import { minimalEdits } from '../../../../src/core/diff/minimalEdits.ts';
import { toLineEdits } from '../../../../src/core/diff/toLineEdits.ts';
import { joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { text } from '../text/randomTexts.ts';

const at = (line: number, character: number) => ({ line, character });

describe('toLineEdits', () => {
  it('returns line edits with the same result as the text edits', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = splitLines(before);
        const edits = toLineEdits(lines, minimalEdits(before, after).toReversed());
        expect(joinLines(applyEdits(lines, edits))).toBe(after);
      }),
      { numRuns: 1000 },
    );
  });

  it('treats a newline at the end of a line as one added line', () => {
    const edits = toLineEdits(['a\n', 'b\n'], [{ start: at(0, 1), end: at(0, 1), text: '\n' }]);
    expect(edits).toEqual([{ range: { start: 1, end: 1 }, lines: ['\n'] }]);
  });

  it('combines the edits of several cursors on one line', () => {
    const typed = [
      { start: at(0, 0), end: at(0, 1), text: 'X' },
      { start: at(0, 2), end: at(0, 3), text: 'Y' },
    ];
    expect(toLineEdits(['abc\n'], typed)).toEqual([
      { range: { start: 0, end: 1 }, lines: ['XbY\n'] },
    ]);
  });

  it('handles an edit after the last line', () => {
    const edits = toLineEdits(['a\n'], [{ start: at(1, 0), end: at(1, 0), text: 'end' }]);
    expect(edits).toEqual([{ range: { start: 1, end: 1 }, lines: ['end'] }]);
  });
});
