import { describe, expect, it } from 'vitest';
import { ReviewProgress } from '../../../../../src/core/review/model/reviewProgress.ts';

describe('ReviewProgress', () => {
  it('keeps the number of a file while others are decided', () => {
    const progress = new ReviewProgress();
    progress.update(['a', 'b', 'c']);
    progress.update(['b', 'c']);
    expect(progress.positionOf('b')).toEqual({ file: 2, files: 3 });
    progress.update(['aa', 'c']);
    expect(progress.positionOf('c')).toEqual({ file: 4, files: 4 });
    expect(progress.positionOf('d')).toBeUndefined();
  });

  it('begins again when everything was decided', () => {
    const progress = new ReviewProgress();
    progress.update(['a', 'b']);
    progress.update([]);
    expect(progress.positionOf('b')).toEqual({ file: 2, files: 2 });
    progress.update(['b']);
    expect(progress.positionOf('b')).toEqual({ file: 1, files: 1 });
    expect(progress.positionOf('a')).toBeUndefined();
  });
});
