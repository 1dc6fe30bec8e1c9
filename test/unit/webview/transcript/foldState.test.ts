import { describe, expect, it } from 'vitest';
import { type FoldState, nextFoldState } from '../../../../src/webview/transcript/foldState.ts';

const calm = {
  isOver: true,
  isReadable: true,
  isLast: true,
  following: true,
  inUse: () => false,
};
const busy = { ...calm, inUse: () => true };
const reading = { ...calm, following: false };
const later = { ...calm, isLast: false };

/** The fold state after a series of moments. */
const after = (...moments: readonly (typeof calm)[]): FoldState =>
  moments.reduce(nextFoldState, 'working' as FoldState);

describe('a turn', () => {
  it('folds as it ends, and stays folded', () => {
    expect(after({ ...calm, isOver: false })).toBe('working');
    expect(after(calm)).toBe('folded');
    expect(after(calm, reading, busy)).toBe('folded');
  });

  it('stays unchanged while the user is reading, and folds when another turn has begun and the user is back at the end', () => {
    expect(after(reading)).toBe('kept');
    expect(after(reading, calm)).toBe('open');
    expect(after(reading, { ...later, following: false })).toBe('kept');
    expect(after(reading, { ...later, following: false }, later)).toBe('folded');
    expect(after(reading, calm, reading, later)).toBe('folded');
  });

  it('stays open while it is in use', () => {
    expect(after(busy)).toBe('open');
    expect(after(busy, calm)).toBe('open');
    expect(after(busy, { ...busy, isLast: false })).toBe('open');
    expect(after(busy, later)).toBe('folded');
  });

  it('is never folded without an answer', () => {
    const bare = { ...calm, isReadable: false };
    expect(after(bare)).toBe('open');
    expect(after(bare, later)).toBe('folded');
    expect(after(calm, bare)).toBe('open');
  });

  it('that continues is running again', () => {
    expect(after(calm, { ...calm, isOver: false })).toBe('working');
  });
});
