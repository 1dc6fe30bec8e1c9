import { describe, expect, it } from 'vitest';
import {
  getCommandSpellings,
  unwrapShell,
} from '../../../../src/core/permission/commandSpellings.ts';
import { hidesCommand } from '../../../../src/core/permission/hiddenCommands.ts';

/** A command line that runs another one in a shell. */
const nest = (line: string): string => `sh -c '${line.replaceAll("'", `'\\''`)}'`;

const spellings = (...command: readonly string[]) => getCommandSpellings(command, 'posix');

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
    [['ksh', '-C', 'a'], [['ksh', '-C', 'a']]],
    [['bash', '-o', 'pipefail', '-c', 'a'], [['a']]],
    [['bash', '-euo', 'pipefail', '-c', 'a'], [['a']]],
    [['bash', '-eu', '-c', 'a'], [['a']]],
    [['bash', '-ez', '-c', 'a'], [['bash', '-ez', '-c', 'a']]],
    [['bash', 'x-e', '-c', 'a'], [['bash', 'x-e', '-c', 'a']]],
    [['bash', '-oz', 'x', '-c', 'a'], [['bash', '-oz', 'x', '-c', 'a']]],
    [['bash', 'x-o', 'y', '-c', 'a'], [['bash', 'x-o', 'y', '-c', 'a']]],
    [['bash', 'x-c', 'a'], [['bash', 'x-c', 'a']]],
    [['bash', '-cz', 'a'], [['bash', '-cz', 'a']]],
    [['bash', '-co', 'pipefail', 'a'], [['bash', '-co', 'pipefail', 'a']]],
    [['bash', '--rcfile', 'x', '-c', 'a'], [['bash', '--rcfile', 'x', '-c', 'a']]],
    [['bash', '--norc', '--login', '-c', 'a'], [['a']]],
    [['bash', '-c', '--', 'a'], [['bash', '-c', '--', 'a']]],
    [['./bash', '-c', 'a'], [['./bash', '-c', 'a']]],
    [['/work/bin/sh', '-c', 'a'], [['/work/bin/sh', '-c', 'a']]],
    [[String.raw`tools\bash.exe`, '-c', 'a'], [[String.raw`tools\bash.exe`, '-c', 'a']]],
    [['/opt/homebrew/bin/bash', '-c', 'a'], [['a']]],
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

describe('getCommandSpellings', () => {
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

  it.each(
    (
      'pwsh tcsh trap doas runuser pkexec chrt taskset parallel unbuffer flock ltrace chroot ' +
      'nsenter systemd-run fakeroot toybox ssh npx uvx'
    ).split(' '),
  )('looks behind %s, too', runner => {
    expect(spellings(runner, 'a', 'rm', 'x')).toContainEqual(['rm', 'x']);
  });

  it('does not look behind other programs', () => {
    expect(spellings('echo', 'rm', 'x')).not.toContainEqual(['rm', 'x']);
  });

  it('names what a shell runs, also behind a wrapper in it', () => {
    expect(spellings('bash', '-c', 'sudo /bin/rm x')).toContainEqual(['rm', 'x']);
    expect(spellings('bash', '-c', 'a')).toContainEqual(['bash', '-c', 'a']);
  });

  it('names each word of a line that is not understood', () => {
    expect(spellings('bash', '-c', 'echo $(rm -r x)')).toContainEqual(['rm', '-r', 'x']);
    expect(spellings('sudo', 'bash', '-c', 'rm $x')).toContainEqual(['rm', 'x']);
  });

  it.each([
    [['sudo', 'bash', '-c', 'rm x']],
    [['timeout', '5', 'sh', '-c', 'a && rm x']],
    [['bash', '-o', 'pipefail', '-c', 'rm x']],
    [['bash', '--rcfile', 'f', '-c', 'rm x']],
    [['./bash', '-c', 'rm x']],
    [['fish', '-c', 'rm x']],
    [['su', 'me', '-c', 'rm x']],
    [['eval', 'rm x']],
    [['builtin', 'eval', 'rm', 'x']],
    [['watch', 'rm x']],
    [['busybox', 'sh', '-c', 'rm x']],
    [['find', '.', '-exec', 'rm', 'x']],
    [['find', '.', '-execdir', 'rm', 'x']],
    [['fd', '-x', 'rm', 'x']],
    [['fd', '--exec-batch', 'rm', 'x']],
    [['find', '.', '-okdir', 'rm', 'x']],
    [['SUDO.EXE', 'rm', 'x']],
    [['RM', 'x']],
    [['rm.com', 'x']],
    [['find', '.', '-exec', 'sudo', 'rm', 'x']],
    [['find', '.', '-exec', 'find', '.', '-exec', 'rm', 'x']],
    [['npm', 'exec', '--', 'rm', 'x']],
    [['npm', 'x', 'rm', 'x']],
    [['pnpm', 'dlx', 'rm', 'x']],
    [['uv', 'run', 'rm', 'x']],
    [['docker', 'exec', 'container', 'rm', 'x']],
    [['git', 'bisect', 'run', 'rm', 'x']],
    [['git', 'submodule', 'foreach', 'rm x']],
    [['git', 'rebase', '--exec=rm x', 'main']],
    [['nix-shell', '--run', 'rm x']],
    [['setpriv', '--reuid', '1', 'rm', 'x']],
  ])('finds rm in %j', command => {
    expect(spellings(...command)).toContainEqual(['rm', 'x']);
  });

  it('finds a subcommand behind options', () => {
    for (const options of [['-C', 'folder'], ['--no-pager'], ['-c', 'a=b', '-c', 'c=d', '-p']]) {
      expect(spellings('git', ...options, 'push', 'x')).toContainEqual(['git', 'push', 'x']);
    }
    expect(spellings('git', 'log', 'push')).not.toContainEqual(['git', 'push']);
    expect(spellings('git', '-C', 'a', 'log', 'push')).not.toContainEqual(['git', 'push']);
    expect(spellings('git', '--version')).toEqual([['git', '--version']]);
    expect(spellings('git')).toEqual([['git']]);
  });

  it('does not take what find looks for as a program', () => {
    expect(spellings('find', '.', '-name', 'rm')).not.toContainEqual(['rm']);
    expect(spellings('fd', 'rm')).not.toContainEqual(['rm']);
    expect(spellings('find', 'no-exec', 'rm')).not.toContainEqual(['rm']);
    expect(spellings('find', '-xdev', 'rm')).not.toContainEqual(['rm']);
  });

  it('says nothing if there are too many possibilities', () => {
    const many = Array.from({ length: 200 }, () => 'a');
    expect(spellings('sudo', ...many)).toContainEqual(['a']);
    expect(spellings('sudo', ...many, 'rm')).toBeUndefined();
    expect(spellings('bash', '-c', `$x ${many.join(' ')} rm`)).toBeUndefined();
    expect(spellings('ls', ...many, 'a')).toHaveLength(1);
    const three = nest(nest('a b'));
    expect(spellings('sudo', 'sh', '-c', three)).toContainEqual(['a', 'b']);
    expect(spellings('sudo', 'sh', '-c', nest(three))).toBeUndefined();
    const last = nest(nest('sudo rm x'));
    expect(spellings('sudo', 'sh', '-c', last)).toContainEqual(['rm', 'x']);
  });
});

describe('getCommandSpellings for cmd', () => {
  it.each([
    [
      ['del/q', 'x'],
      ['del', 'q', 'x'],
    ],
    [['del,x'], ['del', 'x']],
    [
      ['cmd', '/cdel', 'x'],
      ['del', 'x'],
    ],
  ])('finds del in %j', (command, expected) => {
    expect(getCommandSpellings(command, 'other')).toContainEqual(expected);
    expect(getCommandSpellings(command, 'posix')).not.toContainEqual(expected);
  });
});

describe('getCommandSpellings of many commands of find', () => {
  it('ends, whatever they contain', () => {
    const many = Array.from({ length: 900 }, () => ['find', '-exec']).flat();
    expect(spellings(...many, 'rm')).toBeUndefined();
    expect(hidesCommand(many, 'posix')).toBe(false);
    expect(spellings('find', ...Array.from({ length: 2000 }, () => '-ok'))).toBeUndefined();
  });
});
