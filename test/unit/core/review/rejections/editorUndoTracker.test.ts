import { describe, expect, it } from 'vitest';
import { EditorUndoTracker } from '../../../../../src/core/review/rejections/editorUndoTracker.ts';

describe('texts that an editor’s undo may bring back', () => {
  it('tell what is not done any more, one step after the other', () => {
    const reversals = new EditorUndoTracker();
    reversals.record('a', 'one', 'decision');
    reversals.record('a', 'two', 'decision');
    reversals.record('a', 'three', 'undo');
    expect(reversals.takeUndone('a', 'other')).toEqual([]);
    expect(reversals.takeUndone('a', 'three')).toEqual(['undo']);
    expect(reversals.takeUndone('a', 'one')).toEqual(['decision', 'decision']);
    expect(reversals.takeUndone('a', 'one')).toEqual([]);
  });

  it('belong to one file, and go with its editor', () => {
    const reversals = new EditorUndoTracker();
    reversals.record('a', 'one', 'decision');
    expect(reversals.takeUndone('b', 'one')).toEqual([]);
    reversals.forget('a');
    expect(reversals.takeUndone('a', 'one')).toEqual([]);
  });

  it('are few, and of a long text only the last', () => {
    const reversals = new EditorUndoTracker();
    const long = 'x'.repeat(15_000_000);
    reversals.record('a', `${long}1`, 'decision');
    reversals.record('a', `${long}2`, 'decision');
    expect(reversals.takeUndone('a', `${long}1`)).toEqual([]);
    expect(reversals.takeUndone('a', `${long}2`)).toEqual(['decision']);
  });
});
