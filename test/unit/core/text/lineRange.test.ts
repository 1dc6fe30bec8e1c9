import { describe, expect, it } from 'vitest';
import { mapRange, lineChange as change } from '../../../../src/core/diff/lineChange.ts';
import {
  contains,
  joinRanges,
  intersection,
  lineRange,
  overlapsOrTouches,
  overlaps,
} from '../../../../src/core/text/lineRange.ts';

describe('lineRange', () => {
  it('refuses a range that ends before it starts', () => {
    expect(() => lineRange(3, 2)).toThrow(RangeError);
    expect(() => lineRange(-1, 2)).toThrow(RangeError);
  });

  it('tells sharing a line from standing beside', () => {
    expect(overlaps(lineRange(1, 3), lineRange(3, 4))).toBe(false);
    expect(overlapsOrTouches(lineRange(1, 3), lineRange(3, 4))).toBe(true);
    expect(overlaps(lineRange(1, 3), lineRange(2, 2))).toBe(true);
    expect(overlaps(lineRange(1, 3), lineRange(1, 1))).toBe(false);
    expect(contains(lineRange(1, 3), lineRange(3, 3))).toBe(true);
    expect(joinRanges(lineRange(1, 2), lineRange(5, 6))).toEqual(lineRange(1, 6));
    expect(intersection(lineRange(1, 3), lineRange(2, 6))).toEqual(lineRange(2, 3));
    expect(intersection(lineRange(1, 3), lineRange(4, 6))).toBeUndefined();
  });
});

describe('follow', () => {
  it('moves with what changes above, and not with what changes below', () => {
    expect(mapRange(lineRange(4, 6), [change([1, 2], [1, 4]), change([6, 7], [8, 8])])).toEqual(
      lineRange(6, 8),
    );
  });

  it('grows with what changes inside', () => {
    expect(mapRange(lineRange(4, 6), [change([5, 5], [5, 8])])).toEqual(lineRange(4, 9));
  });

  it('takes in a change that reaches over its edge', () => {
    expect(mapRange(lineRange(4, 6), [change([3, 5], [3, 4])])).toEqual(lineRange(3, 5));
    expect(mapRange(lineRange(4, 4), [change([3, 5], [3, 4])])).toEqual(lineRange(3, 4));
  });

  it('stays a place between lines when something is put there', () => {
    expect(mapRange(lineRange(4, 4), [change([4, 4], [4, 6])])).toEqual(lineRange(6, 6));
  });
});
