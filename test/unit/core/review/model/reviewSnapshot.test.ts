import { describe, expect, it } from 'vitest';
import {
  createReviewSnapshot,
  parseReviewSnapshot,
} from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { createSampleReview, path } from '../sampleReview.ts';

describe('createReviewSnapshot', () => {
  it('creates a snapshot that is rejected if it is incomplete', async () => {
    const saved = createReviewSnapshot(createSampleReview().model.state);
    expect(parseReviewSnapshot(null)).toBeUndefined();
    expect(parseReviewSnapshot({ ...saved, version: 2 })).toBeUndefined();
    expect(parseReviewSnapshot({ ...saved, texts: [] })).toBeUndefined();
    expect(parseReviewSnapshot(saved)).toBeDefined();
  });

  it('saves every text once', async () => {
    const workspace = createSampleReview();
    workspace.rejectHunk(path);
    const { texts } = createReviewSnapshot(workspace.model.state);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
