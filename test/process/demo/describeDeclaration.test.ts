import { expect, it } from 'vitest';
import {
  describeDeclaration as describeName,
  formatCount,
  joinList,
} from '../../../src/demo/describeDeclaration.ts';

it.each([
  ['function', 'parseAmount', 'Parses amount.'],
  ['function', 'copy_all', 'The copy all.'],
  ['def', 'apply_rule', 'Applies rule.'],
  ['function', 'isInside', 'Whether it is inside.'],
  ['class', 'ReviewLog', 'Describes a review log.'],
  ['interface', 'Expense', 'Describes an expense.'],
  ['const', 'defaultCurrency', 'The default currency.'],
])('drafts a doc comment for %s %s', (keyword, name, words) => {
  expect(describeName({ keyword, name })).toBe(words);
});

it('formats counts and lists', () => {
  expect([formatCount(1, 'line'), formatCount(3, 'line'), formatCount(12, 'line')]).toEqual([
    'One line',
    'Three lines',
    '12 lines',
  ]);
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinList)).toEqual([
    '',
    'a',
    'a and b',
    'a, b, and c',
  ]);
});
