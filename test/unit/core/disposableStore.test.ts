import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../src/core/disposableStore.ts';

describe('Lifetime', () => {
  it('ends what it owns, newest first, once', () => {
    const ended: string[] = [];
    const lifetime = new DisposableStore();
    lifetime.defer(() => ended.push('first'));
    lifetime.defer(() => ended.push('second'));
    lifetime.dispose();
    lifetime.dispose();
    expect(ended).toEqual(['second', 'first']);
  });

  it('ends late arrivals on the spot', () => {
    const lifetime = new DisposableStore();
    lifetime.dispose();
    let ended = false;
    lifetime.defer(() => (ended = true));
    expect(ended).toBe(true);
  });

  it('leaves alone what was disowned', () => {
    const lifetime = new DisposableStore();
    let ended = false;
    const thing = lifetime.defer(() => (ended = true));
    lifetime.deleteAndLeak(thing);
    lifetime.dispose();
    expect(ended).toBe(false);
  });
});
