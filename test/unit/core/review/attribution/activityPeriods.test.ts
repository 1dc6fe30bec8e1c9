import { expect, it } from 'vitest';
import { ActivityPeriods } from '../../../../../src/core/review/attribution/activityPeriods.ts';

const none = { before: 0, after: 0 };

it('reports whether it was active at a given time', () => {
  const periods = new ActivityPeriods();
  expect(periods.wasActive(5, none)).toBe(false);
  periods.setActive(true, 10);
  periods.setActive(true, 15);
  expect(periods.wasActive(99, none)).toBe(true);
  periods.setActive(false, 20);
  periods.setActive(false, 30);
  expect([9, 10, 20, 21].map(ms => periods.wasActive(ms, none))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(periods.wasActive(8, { before: 2, after: 0 })).toBe(true);
  expect(periods.wasActive(22, { before: 0, after: 2 })).toBe(true);
});

it('returns false for an unknown time', () => {
  const periods = new ActivityPeriods();
  periods.setActive(true, 0);
  expect(periods.wasActive(Number.NaN, none)).toBe(false);
});
