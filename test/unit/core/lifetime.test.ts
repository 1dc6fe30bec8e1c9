import { describe, expect, it } from 'vitest';
import { Lifetime } from '../../../src/core/lifetime.ts';

describe('Lifetime', () => {
  it('ends what it owns, newest first, once', () => {
    const ended: string[] = [];
    const lifetime = new Lifetime();
    lifetime.onEnd(() => ended.push('first'));
    lifetime.onEnd(() => ended.push('second'));
    lifetime.dispose();
    lifetime.dispose();
    expect(ended).toEqual(['second', 'first']);
  });

  it('ends late arrivals on the spot', () => {
    const lifetime = new Lifetime();
    lifetime.dispose();
    let ended = false;
    lifetime.onEnd(() => (ended = true));
    expect(ended).toBe(true);
  });

  it('leaves alone what was disowned', () => {
    const lifetime = new Lifetime();
    let ended = false;
    const thing = lifetime.onEnd(() => (ended = true));
    lifetime.disown(thing);
    lifetime.dispose();
    expect(ended).toBe(false);
  });
});
