import { describe, expect, it } from 'vitest';
import {
  createReviewSnapshot,
  parseReviewSnapshot,
} from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { createSampleReview, path } from '../sampleReview.ts';

describe('saving', () => {
  it('refuses what is not a whole review', async () => {
    const saved = createReviewSnapshot(createSampleReview().log.state);
    expect(parseReviewSnapshot(null)).toBeUndefined();
    expect(parseReviewSnapshot({ ...saved, version: 2 })).toBeUndefined();
    expect(parseReviewSnapshot({ ...saved, texts: [] })).toBeUndefined();
    expect(parseReviewSnapshot(saved)).toBeDefined();
  });

  it('keeps every text once', async () => {
    const world = createSampleReview();
    world.rejectHunk(path);
    const { texts } = createReviewSnapshot(world.log.state);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
