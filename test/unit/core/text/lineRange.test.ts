import { describe, expect, it } from 'vitest';
import {
  joinRanges,
  lineRange,
  overlaps,
  overlapsOrTouches,
} from '../../../../src/core/text/lineRange.ts';

describe('lineRange', () => {
  it('rejects a range that ends before it starts', () => {
    expect(() => lineRange(3, 2)).toThrow(RangeError);
    expect(() => lineRange(-1, 2)).toThrow(RangeError);
  });

  it('distinguishes overlapping ranges from adjacent ones', () => {
    expect(overlaps(lineRange(1, 3), lineRange(3, 4))).toBe(false);
    expect(overlapsOrTouches(lineRange(1, 3), lineRange(3, 4))).toBe(true);
    expect(overlaps(lineRange(1, 3), lineRange(2, 2))).toBe(true);
    expect(overlaps(lineRange(1, 3), lineRange(1, 1))).toBe(false);
  });

  it('joins two ranges to the smallest one that contains both', () => {
    expect(joinRanges(lineRange(1, 2), lineRange(5, 6))).toEqual(lineRange(1, 6));
  });
});
