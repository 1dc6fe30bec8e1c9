import { describe, expect, it } from 'vitest';
import { cpuTimeMs } from '../../cpuTime.ts';
import {
  quoteBatchCommand,
  parseCommand,
  getShellInvocation,
  formatCommand,
  isPosixShell,
} from '../../../../src/core/terminal/commandLine.ts';

describe('parseCommand', () => {
  it.each(['ls', './run.sh', '/usr/bin/env', 'C:\\tools\\x.exe', 'a-b_c.d', 'g++'])(
    'takes %j for a program',
    command => {
      expect(parseCommand(command, undefined)).toEqual({
        kind: 'program',
        program: command,
        args: [],
      });
      expect(parseCommand(command, []).kind).toBe('program');
    },
  );

  it.each([
    'ls -l',
    'a;b',
    'a|b',
    'a&b',
    'a>b',
    '$X',
    '`a`',
    'A=1',
    '~/x',
    'a*',
    "'a'",
    '"a"',
    'a\nb',
    '(a)',
    '!a',
    '#a',
  ])('takes %j for a line when no arguments come with it', command => {
    expect(parseCommand(command, null)).toEqual({ kind: 'line', line: command });
    expect(parseCommand(command, ['x'])).toMatchObject({ kind: 'program', program: command });
  });
});

describe('formatCommand', () => {
  it('shows exactly which arguments are passed', () => {
    expect(formatCommand(parseCommand('git', ['commit', '-m', "it's; rm -rf", '']))).toBe(
      "git commit -m 'it'\\''s; rm -rf' ''",
    );
    expect(formatCommand(parseCommand('a && b', null))).toBe('a && b');
  });
});

describe('getShellInvocation', () => {
  it.each([
    ['/bin/bash', ['-c', 'a b']],
    ['/usr/bin/fish', ['-c', 'a b']],
    ['C:\\Windows\\System32\\cmd.exe', ['/d', '/s', '/c', '"a b"']],
    ['C:\\x\\pwsh.exe', ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', 'a b']],
  ])('calls %s with %j', (shell, args) => {
    expect(getShellInvocation(shell, 'a b').args).toEqual(args);
  });
});

describe('quoteBatchCommand', () => {
  it('doubles only the backslashes before a quote and at the end', () => {
    const backslashes = '\\'.repeat(100_000);
    const startMs = cpuTimeMs();
    const [, argument = ''] = quoteBatchCommand('x', [`${backslashes}x${backslashes}`]).split(' ');
    expect(cpuTimeMs() - startMs).toBeLessThan(2_000);
    expect(argument.split('\\')).toHaveLength(300_001);
  });

  it('leaves nothing for cmd.exe to interpret', () => {
    const line = quoteBatchCommand('C:\\a b\\x.cmd', ['%PATH%', 'a&b', 'say "hi"', 'end\\']);
    expect(line).toBe(
      'C:\\a^ b\\x.cmd ^^^"^^^%PATH^^^%^^^" ^^^"a^^^&b^^^" ^^^"say^^^ \\^^^"hi\\^^^"^^^" ^^^"end\\\\^^^"',
    );
    expect(line.replaceAll(/\^[^^]|\^\^/g, '')).not.toMatch(/[%&|<>"]/);
  });
});

it('isPosixShell knows shells by their names, and no PowerShell', () => {
  const shells = ['/bin/sh', 'bash', 'C:\\Git\\bin\\bash.exe', '/usr/bin/zsh', 'C:\\DASH.EXE'];
  const others = [
    'C:\\Program Files\\PowerShell\\7\\pwsh.exe',
    'pwsh',
    '/usr/bin/fish',
    '/bin/nush',
    'cmd.exe',
  ];
  expect(shells.filter(isPosixShell)).toEqual(shells);
  expect(others.filter(isPosixShell)).toEqual([]);
});
