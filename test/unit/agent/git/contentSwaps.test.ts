import { describe, expect, it } from 'vitest';
import { contentSwaps, type RepositoryPosition } from '../../../../src/agent/git/contentSwaps.ts';

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

const head = { to: ['HEAD'], from: ['one'], isStashPop: false };
const put = { to: ['HEAD'], from: ['s2', 's2^3'], isStashPop: false };
const out = { to: ['s2', 's2^3'], from: ['s2^1'], isStashPop: true };

describe('what git has put in place of what', () => {
  it('is HEAD in place of the commit before', () => {
    expect(contentSwaps(at('one', 's1'), at('two', 's1'))).toEqual([head]);
    expect(contentSwaps(at(undefined), at('two'))).toEqual([{ ...head, from: [] }]);
  });

  it('is HEAD in place of what was stashed, the first time and later', () => {
    expect(contentSwaps(at('one', 's1'), at('one', 's2', 's1'))).toEqual([head, put]);
    expect(contentSwaps(at('one'), at('one', 's2'))).toEqual([head, put]);
  });

  it('is what was stashed in place of what it was made from, when it is taken out', () => {
    expect(contentSwaps(at('one', 's2', 's1'), at('one', 's1'))).toEqual([head, out]);
    expect(contentSwaps(at('one', 's2'), at('one'))).toEqual([head, out]);
  });

  it('is nothing of a stash where several came at once', () => {
    expect(contentSwaps(at('one'), at('one', 's2', 's1'))).toEqual([head]);
  });
});
