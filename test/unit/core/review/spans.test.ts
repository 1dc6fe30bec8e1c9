import { expect, it } from 'vitest';
import { Spans } from '../../../../src/core/review/spans.ts';

const none = { before: 0, after: 0 };

it('knows when something went on', () => {
  const spans = new Spans();
  expect(spans.covers(5, none)).toBe(false);
  spans.set(true, 10);
  spans.set(true, 15);
  expect(spans.covers(99, none)).toBe(true);
  spans.set(false, 20);
  spans.set(false, 30);
  expect([9, 10, 20, 21].map(ms => spans.covers(ms, none))).toEqual([false, true, true, false]);
  expect(spans.covers(8, { before: 2, after: 0 })).toBe(true);
  expect(spans.covers(22, { before: 0, after: 2 })).toBe(true);
});

it('knows nothing of a moment that nobody knows', () => {
  const spans = new Spans();
  spans.set(true, 0);
  expect(spans.covers(Number.NaN, none)).toBe(false);
});
