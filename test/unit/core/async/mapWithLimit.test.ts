import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapWithLimit } from '../../../../src/core/async/mapWithLimit.ts';

describe('mapWithLimit', () => {
  it('keeps the order of the items and the limit', async () => {
    let running = 0;
    let most = 0;
    const results = await mapWithLimit(
      [5, 1, 4, 2, 3],
      async item => {
        running += 1;
        most = Math.max(most, running);
        await delay(item);
        running -= 1;
        return item * 10;
      },
      2,
    );
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('starts no further task after a failure', async () => {
    const started: number[] = [];
    const work = mapWithLimit(
      [1, 2, 3, 4],
      async item => {
        started.push(item);
        await delay(1);
        throw new Error(`no ${item}`);
      },
      2,
    );
    await expect(work).rejects.toThrow('no 1');
    await delay(5);
    expect(started).toEqual([1, 2]);
  });

  it('returns nothing for no items', async () => {
    expect(await mapWithLimit([], () => Promise.reject(new Error('not called')))).toEqual([]);
  });
});
