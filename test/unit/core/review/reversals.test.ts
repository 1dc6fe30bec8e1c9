import { describe, expect, it } from 'vitest';
import { Reversals } from '../../../../src/core/review/reversals.ts';

describe('texts that an editor’s undo may bring back', () => {
  it('tell what is not done any more, one step after the other', () => {
    const reversals = new Reversals();
    reversals.add('a', 'one', 'decision');
    reversals.add('a', 'two', 'decision');
    reversals.add('a', 'three', 'undo');
    expect(reversals.reached('a', 'other')).toEqual([]);
    expect(reversals.reached('a', 'three')).toEqual(['undo']);
    expect(reversals.reached('a', 'one')).toEqual(['decision', 'decision']);
    expect(reversals.reached('a', 'one')).toEqual([]);
  });

  it('belong to one file, and go with its editor', () => {
    const reversals = new Reversals();
    reversals.add('a', 'one', 'decision');
    expect(reversals.reached('b', 'one')).toEqual([]);
    reversals.forget('a');
    expect(reversals.reached('a', 'one')).toEqual([]);
  });

  it('are few, and of a long text only the last', () => {
    const reversals = new Reversals();
    const long = 'x'.repeat(15_000_000);
    reversals.add('a', `${long}1`, 'decision');
    reversals.add('a', `${long}2`, 'decision');
    expect(reversals.reached('a', `${long}1`)).toEqual([]);
    expect(reversals.reached('a', `${long}2`)).toEqual(['decision']);
  });
});
