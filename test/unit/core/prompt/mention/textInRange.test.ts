import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTextInRange } from '../../../../../src/core/prompt/mention/textInRange.ts';
import { wholeLinesRange } from '../../../../../src/core/prompt/mention/textRange.ts';

describe('getTextInRange', () => {
  it('returns exactly the selected text with its line endings', () => {
    const text = 'one\r\ntwo\rthree\nfour';
    const range = { start: { line: 0, character: 1 }, end: { line: 2, character: 2 } };
    expect(getTextInRange(text, range)).toBe('ne\r\ntwo\rth');
    expect(getTextInRange(text, wholeLinesRange(1, 3))).toBe('two\rthree\n');
    expect(getTextInRange(text, wholeLinesRange(3, 9))).toBe('four');
    expect(
      getTextInRange(text, { start: { line: 0, character: 99 }, end: { line: 1, character: 0 } }),
    ).toBe('\r\n');
  });

  it('returns the whole text for all its lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n', 'é') }), text => {
        expect(getTextInRange(text, wholeLinesRange(0, text.length + 1))).toBe(text);
      }),
    );
  });
});
