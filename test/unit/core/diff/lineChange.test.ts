import { describe, expect, it } from 'vitest';
import { lineChange as change, mapRange } from '../../../../src/core/diff/lineChange.ts';
import { lineRange } from '../../../../src/core/text/lineRange.ts';

describe('mapRange', () => {
  it('moves a range by the lines added above it, and ignores changes below it', () => {
    expect(mapRange(lineRange(4, 6), [change([1, 2], [1, 4]), change([6, 7], [8, 8])])).toEqual(
      lineRange(6, 8),
    );
  });

  it('grows a range by a change inside it', () => {
    expect(mapRange(lineRange(4, 6), [change([5, 5], [5, 8])])).toEqual(lineRange(4, 9));
  });

  it('extends a range by a change that crosses its edge', () => {
    expect(mapRange(lineRange(4, 6), [change([3, 5], [3, 4])])).toEqual(lineRange(3, 5));
    expect(mapRange(lineRange(4, 4), [change([3, 5], [3, 4])])).toEqual(lineRange(3, 4));
  });

  it('keeps an empty range empty when lines are inserted at it', () => {
    expect(mapRange(lineRange(4, 4), [change([4, 4], [4, 6])])).toEqual(lineRange(6, 6));
  });
});
