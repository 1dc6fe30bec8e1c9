import { expect, it } from 'vitest';
import { ActivityPeriods } from '../../../../../src/core/review/attribution/activityPeriods.ts';

const none = { before: 0, after: 0 };

it('knows when something went on', () => {
  const spans = new ActivityPeriods();
  expect(spans.wasActive(5, none)).toBe(false);
  spans.setActive(true, 10);
  spans.setActive(true, 15);
  expect(spans.wasActive(99, none)).toBe(true);
  spans.setActive(false, 20);
  spans.setActive(false, 30);
  expect([9, 10, 20, 21].map(ms => spans.wasActive(ms, none))).toEqual([false, true, true, false]);
  expect(spans.wasActive(8, { before: 2, after: 0 })).toBe(true);
  expect(spans.wasActive(22, { before: 0, after: 2 })).toBe(true);
});

it('knows nothing of a moment that nobody knows', () => {
  const spans = new ActivityPeriods();
  spans.setActive(true, 0);
  expect(spans.wasActive(Number.NaN, none)).toBe(false);
});
