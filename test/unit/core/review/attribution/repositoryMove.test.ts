import { describe, expect, it } from 'vitest';
import {
  attributeMove,
  detectMove,
  joinMoves,
  type RepositoryMove,
  type RepositoryPosition,
} from '../../../../../src/core/review/attribution/repositoryMove.ts';

const NOW_MS = 1_000;

const position = (fields: Partial<RepositoryPosition>): RepositoryPosition => ({
  commit: 'one',
  stash: undefined,
  stashBelow: undefined,
  headMs: undefined,
  stashMs: undefined,
  ...fields,
});

const turnAt = (...atMs: readonly number[]) => ({
  wasTurnRunning: (ms: number) => atMs.includes(ms),
});

const commands = ({ user = [], agent = [] }: { user?: number[]; agent?: number[] }) => ({
  wasUserGitRunning: (ms: number) => user.includes(ms),
  wasAgentCommandRunning: (ms: number) => agent.includes(ms),
});

const move = (fields: Partial<RepositoryMove>): RepositoryMove => ({
  before: position({}),
  atMs: [10],
  isDuringTurn: true,
  ...fields,
});

describe('detectMove', () => {
  it('finds no move when neither HEAD nor the stash changed', () => {
    const now = position({ headMs: 10, stashMs: 20 });
    expect(detectMove(position({}), now, turnAt(10, 20), NOW_MS)).toBeUndefined();
  });

  it('takes the moments of the refs that changed', () => {
    const before = position({});
    const times = { headMs: 10, stashMs: 20 };
    const found = (now: Partial<RepositoryPosition>) =>
      detectMove(before, position({ ...times, ...now }), turnAt(20), NOW_MS);
    expect(found({ commit: 'two' })).toEqual({ before, atMs: [10], isDuringTurn: false });
    expect(found({ stash: 's1' })).toEqual({ before, atMs: [20], isDuringTurn: true });
    expect(found({ commit: 'two', stash: 's1' })).toEqual({
      before,
      atMs: [10, 20],
      isDuringTurn: true,
    });
  });

  it('looks for a turn that is running now when the moment is unknown', () => {
    const now = position({ commit: 'two' });
    expect(detectMove(position({}), now, turnAt(NOW_MS), NOW_MS)).toMatchObject({
      atMs: [Number.NaN],
      isDuringTurn: true,
    });
    expect(detectMove(position({}), now, turnAt(), NOW_MS)?.isDuringTurn).toBe(false);
  });
});

describe('joinMoves', () => {
  it('keeps the first position and all moments, and whether the last move was in a turn', () => {
    const first = move({ before: position({ commit: 'zero' }) });
    const second = move({ atMs: [20], isDuringTurn: false });
    expect(joinMoves(first, second)).toEqual({
      before: first.before,
      atMs: [10, 20],
      isDuringTurn: false,
    });
    expect(joinMoves(undefined, second)).toBe(second);
  });
});

describe('attributeMove', () => {
  it('attributes a move outside of turns to the user, whatever ran', () => {
    const outside = move({ isDuringTurn: false });
    expect(attributeMove(outside, commands({}))).toBe('user');
    expect(attributeMove(outside, commands({ agent: [10] }))).toBe('user');
  });

  it('attributes a move during a turn to the user who ran git at each of its moments', () => {
    const twice = move({ atMs: [10, 20] });
    expect(attributeMove(twice, commands({ user: [10, 20] }))).toBe('user');
    expect(attributeMove(twice, commands({ user: [10] }))).toBe('unknown');
  });

  it('attributes it to the agent if that ran a command at any of its moments', () => {
    const twice = move({ atMs: [10, 20] });
    expect(attributeMove(twice, commands({ user: [10, 20], agent: [20] }))).toBe('agent');
  });

  it('does not know the author without evidence, or when the moment is unknown', () => {
    expect(attributeMove(move({}), commands({}))).toBe('unknown');
    const never = move({ atMs: [Number.NaN] });
    const always = {
      wasUserGitRunning: (ms: number) => ms >= 0,
      wasAgentCommandRunning: () => false,
    };
    expect(attributeMove(never, always)).toBe('unknown');
  });
});
