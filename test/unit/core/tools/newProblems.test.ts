import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/core/prompt/mention/formatProblems.ts';
import { findNewProblems } from '../../../../src/core/tools/newProblems.ts';

const problem = (line: number, message: string, more: Partial<Problem> = {}): Problem => ({
  path: 'a.ts',
  line,
  character: 0,
  severity: 'error',
  message,
  ...more,
});

const find = (
  before: readonly Problem[] | undefined,
  now: readonly Problem[],
  changed: readonly { start: number; end: number }[] = [],
): readonly Problem[] =>
  findNewProblems({
    before: new Map(before ? [['a', before]] : []),
    now: new Map([['a', now]]),
    changed: new Map([['a', changed]]),
  });

describe('new problems', () => {
  it('are those that were not there before', () => {
    const [old, added] = [problem(3, 'old'), problem(4, 'added')];
    expect(find([old], [old, added])).toEqual([added]);
    expect(find([], [added])).toEqual([added]);
    expect(find([old], [])).toEqual([]);
  });

  it('are not old ones in other lines', () => {
    expect(find([problem(3, 'old')], [problem(30, 'old')])).toEqual([]);
  });

  it('include another one of the same kind, in a changed line', () => {
    const before = [problem(3, 'unknown name')];
    const now = [problem(1, 'unknown name'), problem(9, 'unknown name')];
    expect(find(before, now, [{ start: 0, end: 2 }])).toEqual([now[0]]);
    expect(find(before, now, [{ start: 9, end: 10 }])).toEqual([now[1]]);
  });

  it('do not include hints', () => {
    expect(find([], [problem(1, 'unused', { severity: 'hint' })])).toEqual([]);
    const warning = problem(1, 'unused', { severity: 'warning' });
    expect(find([], [warning])).toEqual([warning]);
  });

  it('differ from old ones in their text, severity, source or code', () => {
    const old = problem(1, 'x', { source: 'ts', code: '1' });
    const others = [
      problem(1, 'y', { source: 'ts', code: '1' }),
      problem(1, 'x', { source: 'eslint', code: '1' }),
      problem(1, 'x', { source: 'ts', code: '2' }),
      problem(1, 'x', { source: 'ts', code: '1', severity: 'warning' }),
    ];
    expect(find([old], [old, ...others])).toEqual(others);
  });

  it('are only in changed lines of a file that nobody looked at before', () => {
    const now = [problem(1, 'old or new'), problem(5, 'new'), problem(7, 'old or new, too')];
    expect(find(undefined, now, [{ start: 4, end: 7 }])).toEqual([now[1]]);
    expect(find(undefined, now)).toEqual([]);
  });
});
