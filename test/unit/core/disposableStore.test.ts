import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../src/core/disposableStore.ts';

describe('DisposableStore', () => {
  it('disposes its items once, newest first', () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    store.defer(() => ended.push('first'));
    store.defer(() => ended.push('second'));
    store.dispose();
    store.dispose();
    expect(ended).toEqual(['second', 'first']);
  });

  it('disposes items immediately that are added after its disposal', () => {
    const store = new DisposableStore();
    store.dispose();
    let ended = false;
    store.defer(() => (ended = true));
    expect(ended).toBe(true);
  });

  it('does not dispose items that were removed', () => {
    const store = new DisposableStore();
    let ended = false;
    const thing = store.defer(() => (ended = true));
    store.deleteAndLeak(thing);
    store.dispose();
    expect(ended).toBe(false);
  });
});
