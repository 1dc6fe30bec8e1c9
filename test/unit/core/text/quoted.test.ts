import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf, quoted } from '../../../../src/core/text/quoted.ts';

describe('quoted words', () => {
  it('are told apart from our own, in order', () => {
    expect(passagesOf(`It stopped.\nIt said:\n${quoted('no\n> way')}\nSo it goes.`)).toEqual([
      { isQuoted: false, text: 'It stopped.\nIt said:' },
      { isQuoted: true, text: 'no\n> way' },
      { isQuoted: false, text: 'So it goes.' },
    ]);
  });

  it('never pass for ours, and come back as they were, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '>', '\n') }), words => {
        expect(passagesOf(quoted(words))).toEqual([{ isQuoted: true, text: words }]);
      }),
    );
  });
});
