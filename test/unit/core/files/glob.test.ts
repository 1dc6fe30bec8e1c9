import { describe, expect, it } from 'vitest';
import { globToRegExp } from '../../../../src/core/files/glob.ts';

const matches = (glob: string, path: string): boolean | undefined => globToRegExp(glob)?.test(path);

describe('globToRegExp', () => {
  it.each([
    ['**', 'a\nb.sql'],
    ['**', 'a\u2028b.sql'],
    ['a/**', 'a/b\rc'],
    ['**/*.lock', 'a\nb/x.lock'],
    ['a/**/b', 'a/\n/b'],
    ['a', 'a/b\nc'],
    ['*.sql', 'a\nb.sql'],
  ])('matches line breaks with %s', (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });

  it.each([
    ['{a,{b,c}}/**', 'a/x'],
    ['{a,{b,c}}/**', 'c/x'],
    ['{a,b{c,d{e,f}}g}', 'bdfg'],
    ['{**/a/**,b/**}', 'z/a/x'],
    ['x{,.{y,z}}', 'x.z'],
    ['x{,.{y,z}}', 'x'],
    ['{a', '{a'],
    ['a}', 'a}'],
    ['{a,{b', '{a,{b'],
    ['a{b}c', 'abc'],
    ['[{]a', '{a'],
  ])('reads braces in %s', (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });

  it('does not match a separator with a set', () => {
    expect(matches('a[!b]c', 'axc')).toBe(true);
    expect(matches('a[!b]c', 'a/c')).toBe(false);
    expect(matches('a[^b]c', 'a/c')).toBe(false);
  });

  it('takes other characters literally', () => {
    expect(matches('a.b+(c)|$', 'a.b+(c)|$')).toBe(true);
    expect(matches('a.b', 'axb')).toBe(false);
    expect(matches('{a.b,c}', 'axb')).toBe(false);
  });
});
