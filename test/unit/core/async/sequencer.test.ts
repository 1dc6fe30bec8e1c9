import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Sequencer } from '../../../../src/core/async/sequencer.ts';
import { SequencerByKey } from '../../../../src/core/async/sequencerByKey.ts';

describe('Sequencer', () => {
  it('runs tasks one after the other, in the order in which they were queued', async () => {
    const sequencer = new Sequencer();
    const events: string[] = [];
    const task = (name: string, ms: number) => async () => {
      events.push(`${name} starts`);
      await delay(ms);
      events.push(`${name} ends`);
    };
    void sequencer.queue(task('slow', 10));
    await sequencer.queue(task('fast', 0));
    expect(events).toEqual(['slow starts', 'slow ends', 'fast starts', 'fast ends']);
  });

  it('passes results and failures on, and runs the next task after a failure', async () => {
    const sequencer = new Sequencer();
    const failing = sequencer.queue(() => Promise.reject(new Error('no')));
    const next = sequencer.queue(() => Promise.resolve(1));
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe(1);
  });

  it('is idle when all tasks that were queued before have ended', async () => {
    const sequencer = new Sequencer();
    let ended = 0;
    const task = async (): Promise<void> => {
      await delay(1);
      ended += 1;
    };
    void sequencer.queue(task);
    void sequencer.queue(task);
    await sequencer.whenIdle();
    expect(ended).toBe(2);
  });
});

describe('SequencerByKey', () => {
  it('runs tasks of the same key one after the other, and tasks of other keys in parallel', async () => {
    const sequencer = new SequencerByKey();
    const events: string[] = [];
    const task = (name: string, ms: number) => async () => {
      await delay(ms);
      events.push(name);
    };
    await Promise.all([
      sequencer.queue('a', task('a1', 20)),
      sequencer.queue('a', task('a2', 0)),
      sequencer.queue('b', task('b1', 1)),
    ]);
    expect(events).toEqual(['b1', 'a1', 'a2']);
  });
});
