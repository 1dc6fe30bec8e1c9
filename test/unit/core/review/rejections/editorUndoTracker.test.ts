import { describe, expect, it } from 'vitest';
import { EditorUndoTracker } from '../../../../../src/core/review/rejections/editorUndoTracker.ts';

describe('EditorUndoTracker', () => {
  it('returns the reverted actions, the last one first', () => {
    const tracker = new EditorUndoTracker();
    tracker.record('a', 'one', 'decision');
    tracker.record('a', 'two', 'decision');
    tracker.record('a', 'three', 'undo');
    expect(tracker.takeUndone('a', 'other')).toEqual([]);
    expect(tracker.takeUndone('a', 'three')).toEqual(['undo']);
    expect(tracker.takeUndone('a', 'one')).toEqual(['decision', 'decision']);
    expect(tracker.takeUndone('a', 'one')).toEqual([]);
  });

  it('tracks each file separately, and forgets it with its editor', () => {
    const tracker = new EditorUndoTracker();
    tracker.record('a', 'one', 'decision');
    expect(tracker.takeUndone('b', 'one')).toEqual([]);
    tracker.forget('a');
    expect(tracker.takeUndone('a', 'one')).toEqual([]);
  });

  it('limits the number of steps, and keeps only the last of a long text', () => {
    const tracker = new EditorUndoTracker();
    const long = 'x'.repeat(15_000_000);
    tracker.record('a', `${long}1`, 'decision');
    tracker.record('a', `${long}2`, 'decision');
    expect(tracker.takeUndone('a', `${long}1`)).toEqual([]);
    expect(tracker.takeUndone('a', `${long}2`)).toEqual(['decision']);
  });
});
