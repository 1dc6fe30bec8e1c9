import { expect, it } from 'vitest';
import { describe as describeName, inWords, listed } from '../../../src/demo/words.ts';

it.each([
  ['function', 'parseAmount', 'Parses amount.'],
  ['function', 'copy_all', 'The copy all.'],
  ['def', 'apply_rule', 'Applies rule.'],
  ['function', 'isInside', 'Whether it is inside.'],
  ['class', 'ReviewLog', 'Describes a review log.'],
  ['const', 'defaultCurrency', 'The default currency.'],
])('drafts a doc comment for %s %s', (keyword, name, words) => {
  expect(describeName({ keyword, name })).toBe(words);
});

it('counts and lists in words', () => {
  expect([inWords(1, 'line'), inWords(3, 'line'), inWords(12, 'line')]).toEqual([
    'One line',
    'Three lines',
    '12 lines',
  ]);
  expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
});
