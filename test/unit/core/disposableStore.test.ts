import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../src/core/disposableStore.ts';

describe('DisposableStore', () => {
  it('disposes its items once, newest first', () => {
    const ended: string[] = [];
    const lifetime = new DisposableStore();
    lifetime.defer(() => ended.push('first'));
    lifetime.defer(() => ended.push('second'));
    lifetime.dispose();
    lifetime.dispose();
    expect(ended).toEqual(['second', 'first']);
  });

  it('disposes items immediately that are added after its disposal', () => {
    const lifetime = new DisposableStore();
    lifetime.dispose();
    let ended = false;
    lifetime.defer(() => (ended = true));
    expect(ended).toBe(true);
  });

  it('does not dispose items that were removed', () => {
    const lifetime = new DisposableStore();
    let ended = false;
    const thing = lifetime.defer(() => (ended = true));
    lifetime.deleteAndLeak(thing);
    lifetime.dispose();
    expect(ended).toBe(false);
  });
});
