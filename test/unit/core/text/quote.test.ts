import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePassages, quote } from '../../../../src/core/text/quote.ts';

describe('parsePassages', () => {
  it('separates quoted passages from our own, in order', () => {
    expect(parsePassages(`It stopped.\nIt said:\n${quote('no\n> way')}\nSo it goes.`)).toEqual([
      { isQuoted: false, text: 'It stopped.\nIt said:' },
      { isQuoted: true, text: 'no\n> way' },
      { isQuoted: false, text: 'So it goes.' },
    ]);
  });

  it('recognizes and restores any quoted text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '>', '\n') }), words => {
        expect(parsePassages(quote(words))).toEqual([{ isQuoted: true, text: words }]);
      }),
    );
  });
});
