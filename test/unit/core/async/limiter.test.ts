import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Limiter } from '../../../../src/core/async/limiter.ts';

it('runs as many tasks at a time as allowed, also after a failure', async () => {
  const limiter = new Limiter(2);
  let running = 0;
  let most = 0;
  const task = (fails: boolean) => async () => {
    running += 1;
    most = Math.max(most, running);
    await delay(1);
    running -= 1;
    if (fails) {
      throw new Error('no');
    }
  };
  const all = [true, false, true, false, false].map(fails => limiter.queue(task(fails)));
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(most).toBe(2);
});
