import { describe, expect, it } from 'vitest';
import { getSpellings, unwrapShell } from '../../../../src/core/permission/commandSpellings.ts';

/** A line that runs another one in a shell. */
const nest = (line: string): string => `sh -c '${line.replaceAll("'", `'\\''`)}'`;

const spellings = (...command: readonly string[]) => getSpellings(command, 'posix');

describe('unwrapShell', () => {
  it.each([
    [['npm', 'test'], [['npm', 'test']]],
    [['bash', '-c', 'npm test'], [['npm', 'test']]],
    [
      ['/bin/sh', '-lc', 'a && b'],
      [['a'], ['b']],
    ],
    [['zsh', '-e', '-c', 'a', 'name'], [['a']]],
    [['dash', '+x', '-c', 'a'], [['a']]],
    [['ksh', '-C', 'a'], [['a']]],
    [['bash', '-c', `sh -c 'a b'`], [['a', 'b']]],
    [['bash', 'script.sh', '-c', 'x'], [['bash', 'script.sh', '-c', 'x']]],
    [['bash', '-x', 'script.sh'], [['bash', '-x', 'script.sh']]],
    [['bash', '-c'], [['bash', '-c']]],
    [['fish', '-c', 'a'], [['fish', '-c', 'a']]],
  ])('finds in %j what runs', (command, commands) => {
    expect(unwrapShell(command, 'posix')).toEqual(commands);
  });

  it('says nothing about a line that is not understood, on any level', () => {
    expect(unwrapShell(['bash', '-c', 'echo $(x)'], 'posix')).toBeUndefined();
    expect(unwrapShell(['bash', '-c', `a; sh -c 'echo $x'`], 'posix')).toBeUndefined();
    expect(unwrapShell(['bash', '-c', 'a'], 'other')).toBeUndefined();
  });

  it('reads three shells in each other, but no more', () => {
    const three = nest(nest('a b'));
    expect(unwrapShell(['sh', '-c', three], 'posix')).toEqual([['a', 'b']]);
    expect(unwrapShell(['sh', '-c', nest(three)], 'posix')).toBeUndefined();
  });
});

describe('getSpellings', () => {
  it('names a program without its folder and its ending', () => {
    expect(spellings('/usr/bin/rm', '-r')).toContainEqual(['rm', '-r']);
    expect(spellings(String.raw`C:\tools\Del.EXE`, 'x')).toContainEqual(['Del', 'x']);
    expect(spellings('run.cmd')).toContainEqual(['run']);
    expect(spellings('a.exe.txt')).not.toContainEqual(['a.txt']);
  });

  it.each(['sudo', 'env', 'xargs', '/usr/bin/timeout', 'nice'])('looks behind %s', wrapper => {
    expect(spellings(wrapper, '-n', '5', 'rm', 'x')).toContainEqual(['rm', 'x']);
    expect(spellings(wrapper, 'rm', 'x')).toContainEqual([wrapper, 'rm', 'x']);
  });

  it('does not look behind other programs', () => {
    expect(spellings('echo', 'rm', 'x')).not.toContainEqual(['rm', 'x']);
  });

  it('names what a shell runs, also behind a wrapper in it', () => {
    expect(spellings('bash', '-c', 'sudo /bin/rm x')).toContainEqual(['rm', 'x']);
    expect(spellings('bash', '-c', 'a')).toContainEqual(['bash', '-c', 'a']);
  });

  it('names a shell whose line is not understood', () => {
    expect(spellings('bash', '-c', 'echo $x')).toEqual([
      ['bash', '-c', 'echo $x'],
      ['bash', '-c', 'echo $x'],
    ]);
  });
});
