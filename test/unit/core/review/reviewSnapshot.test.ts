import { describe, expect, it } from 'vitest';
import { snapshotOf, stateFrom } from '../../../../src/core/review/reviewSnapshot.ts';
import { path, started } from './started.ts';

describe('saving', () => {
  it('refuses what is not a whole review', async () => {
    const saved = snapshotOf(started().log.state);
    expect(stateFrom(null)).toBeUndefined();
    expect(stateFrom({ ...saved, version: 2 })).toBeUndefined();
    expect(stateFrom({ ...saved, texts: [] })).toBeUndefined();
    expect(stateFrom(saved)).toBeDefined();
  });

  it('keeps every text once', async () => {
    const world = started();
    world.rejectHunk(path);
    const { texts } = snapshotOf(world.log.state);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
