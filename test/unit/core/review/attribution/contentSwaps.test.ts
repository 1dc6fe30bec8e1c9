import { describe, expect, it } from 'vitest';
import { contentSwaps } from '../../../../../src/core/review/attribution/contentSwaps.ts';
import type { RepositoryPosition } from '../../../../../src/core/review/attribution/repositoryMove.ts';

const at = (
  commit: string | undefined,
  stash?: string,
  stashBelow?: string,
): RepositoryPosition => ({
  commit,
  stash,
  stashBelow,
  headMs: undefined,
  stashMs: undefined,
});

const head = { to: ['one'], from: ['one'], isStashPop: false };
const push = { to: ['one'], from: ['s2', 's2^3'], isStashPop: false };
const pop = { to: ['s2', 's2^3'], from: ['s2^1'], isStashPop: true };

describe('contentSwaps', () => {
  it('replaces the previous commit by the one of HEAD', () => {
    const second = { ...head, to: ['two'] };
    expect(contentSwaps(at('one', 's1'), at('two', 's1'))).toEqual([second]);
    expect(contentSwaps(at(undefined), at('two'))).toEqual([{ ...second, from: [] }]);
    expect(contentSwaps(at('one'), at(undefined))).toEqual([{ ...head, to: ['HEAD'] }]);
  });

  it('replaces what was stashed by HEAD, for the first stash and later ones', () => {
    expect(contentSwaps(at('one', 's1'), at('one', 's2', 's1'))).toEqual([head, push]);
    expect(contentSwaps(at('one'), at('one', 's2'))).toEqual([head, push]);
  });

  it('replaces the commit a stash was made from by the stash when it is popped', () => {
    expect(contentSwaps(at('one', 's2', 's1'), at('one', 's1'))).toEqual([head, pop]);
    expect(contentSwaps(at('one', 's2'), at('one'))).toEqual([head, pop]);
  });

  it('ignores the stash when several were pushed at once', () => {
    expect(contentSwaps(at('one'), at('one', 's2', 's1'))).toEqual([head]);
  });
});
