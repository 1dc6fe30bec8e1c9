import { describe, expect, it } from 'vitest';
import { getLineNames } from '../../../../src/core/permission/commandMentions.ts';
import {
  compileCommandPattern,
  matchesCommand,
  mentionsProgram,
} from '../../../../src/core/permission/commandPattern.ts';

const matches = (pattern: string, ...command: readonly string[]): boolean =>
  matchesCommand(compileCommandPattern(pattern), command);

describe('a command pattern', () => {
  it('matches any further arguments with a star at its end only', () => {
    expect(matches('npm run *', 'npm', 'run')).toBe(true);
    expect(matches('npm run *', 'npm', 'run', 'a', 'b')).toBe(true);
    expect(matches('npm run *', 'npm')).toBe(false);
    expect(matches('npm * build', 'npm', 'run', 'build')).toBe(true);
    expect(matches('npm * build', 'npm', 'build')).toBe(false);
    expect(matches('npm * build', 'npm', 'a', 'b', 'build')).toBe(false);
  });

  it('matches one word with a star in its last word', () => {
    expect(matches('npm test:*', 'npm', 'test:unit')).toBe(true);
    expect(matches('npm test:*', 'npm', 'test:')).toBe(true);
    expect(matches('npm test:*', 'npm', 'test:unit', 'x')).toBe(false);
    expect(matches('npm test:*', 'npm')).toBe(false);
  });

  it('matches anything in a word with a star, also a line break', () => {
    expect(matches('git commit -m*', 'git', 'commit', '-mone\ntwo')).toBe(true);
  });

  it.each([
    ['a.b*', 'aXb'],
    ['a+b*', 'aab'],
    ["'a[b]'*", 'ab'],
    ["'a(b)'*", 'ab'],
    ["'a|b'*", 'a'],
    ["'a?b'*", 'b'],
    ["'^a'*", 'a'],
    ["'a$'*", 'a'],
    ["'a{1}'*", 'a'],
  ])('takes other characters of %s literally', (pattern, word) => {
    expect(matches(`x ${pattern}`, 'x', word)).toBe(false);
    const literal = pattern.replaceAll(/['*]/g, '');
    expect(matches(`x ${pattern}`, 'x', `${literal}more`)).toBe(true);
  });

  it('is the whole word', () => {
    expect(matches('x a*b', 'x', 'aXb')).toBe(true);
    expect(matches('x a*b', 'x', 'aXbc')).toBe(false);
    expect(matches('x a*b', 'x', 'caXb')).toBe(false);
  });
});

const mentions = (pattern: string, line: string): boolean =>
  mentionsProgram(compileCommandPattern(pattern), getLineNames({ kind: 'line', line }));

describe('a line that is not understood mentions a program', () => {
  it.each(['rm x', '(rm x)', 'a;  rm', 'a &&& rm', '$(/bin/rm x)', '`rm`', 'x="rm"', '<(rm x)'])(
    'as in %s',
    line => {
      expect(mentions('rm -r *', line)).toBe(true);
    },
  );

  it('by a part of its name', () => {
    expect([mentions('rm* x', '$(rmdir)'), mentions('rm* x', '$(farm)')]).toEqual([true, false]);
  });

  it.each(['rmdir x', 'a-rm', 'x/rm/y', 'rm.txt', 'farm $x'])('but not as in %s', line => {
    expect(mentions('rm *', line)).toBe(false);
  });

  it('with any name for a star', () => {
    expect(mentions('*', '$x')).toBe(true);
  });
});
