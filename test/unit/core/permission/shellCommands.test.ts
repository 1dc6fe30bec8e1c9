import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseCommandPattern,
  parseShellCommands,
  quoteWord,
  WILDCARD,
} from '../../../../src/core/permission/shellCommands.ts';

describe('parseShellCommands', () => {
  it.each([
    ['npm test', [['npm', 'test']]],
    ['  git   log\t--oneline ', [['git', 'log', '--oneline']]],
    [`echo 'a b' "c d" e\\ f`, [['echo', 'a b', 'c d', 'e f']]],
    [`echo "say \\"hi\\"" 'it''s'`, [['echo', 'say "hi"', 'its']]],
    ['a && b || c; d | e', [['a'], ['b'], ['c'], ['d'], ['e']]],
    [
      'npm test 2>&1 | tail -5',
      [
        ['npm', 'test'],
        ['tail', '-5'],
      ],
    ],
    ['npm test > /dev/null', [['npm', 'test']]],
    ['npm test &>/dev/null && ls', [['npm', 'test'], ['ls']]],
    ['npm test &>> /dev/null', [['npm', 'test']]],
    ['npm test &>/dev/null ;ls', [['npm', 'test'], ['ls']]],
    ['ls >/dev/null x', [['ls', 'x']]],
    ["grep -n '$HOME' a.ts", [['grep', '-n', '$HOME', 'a.ts']]],
    ['git commit -m "größer, 你好"', [['git', 'commit', '-m', 'größer, 你好']]],
    ['ls a#b x~', [['ls', 'a#b', 'x~']]],
    ["''", undefined],
    ["ls ''", [['ls', '']]],
    ['a\nb', [['a'], ['b']]],
    ['a 1>/dev/null', [['a']]],
    ['a 2>>/dev/null; b', [['a'], ['b']]],
    ['a >> /dev/null|b', [['a'], ['b']]],
    ['a x2>&1', undefined],
    ['a=b', undefined],
    ['a[0]=b', undefined],
    ['ls a=b', [['ls', 'a=b']]],
    ['ls if', [['ls', 'if']]],
    [`ls ${'a'.repeat(9_997)}`, [['ls', 'a'.repeat(9_997)]]],
    [`ls ${'a'.repeat(9_998)}`, undefined],
  ])('reads %s', (line, commands) => {
    expect(parseShellCommands(line)).toEqual(commands);
  });

  it.each([
    'echo $HOME',
    'echo "$(rm -rf /)"',
    'echo `rm -rf /`',
    'rm *.ts',
    'ls ?.ts',
    'ls [ab]',
    'echo a > file',
    'npm test >/dev/null2',
    'npm test >/dev/null/../x',
    'cat < file',
    'ls &>/dev/null rm x', // A shell that does not know `&>` runs `rm x`.
    'ls &>> /dev/null 2>&1 rm x',
    '=rm x',
    'sleep 1 &',
    '(cd a; ls)',
    'echo {a,b}',
    'ls ~',
    'ls # comment',
    'FOO=1 npm test',
    'PATH+=x npm test',
    'if true; then ls; fi',
    '! ls',
    'time ls',
    'ls;;ls',
    'ls &&',
    '&& ls',
    'echo "unclosed',
    "echo 'unclosed",
    'echo trailing\\',
    'echo "a!b"',
    'ls \u202E txt',
    'ls a\u0000b',
    'ls \uE000',
    'ls\r\nrm -rf /',
    '',
    `ls ${'a'.repeat(20_000)}`,
  ])('does not understand %j', line => {
    expect(parseShellCommands(line)).toBeUndefined();
  });

  it('parses only plain words for shells other than POSIX shells', () => {
    expect(parseShellCommands('npm run build', 'other')).toEqual([['npm', 'run', 'build']]);
    expect(parseShellCommands(String.raw`C:\tools\x.exe /a`, 'other')).toEqual([
      [String.raw`C:\tools\x.exe`, '/a'],
    ]);
    for (const line of [
      'npm test & calc',
      'echo %PATH%',
      "echo 'a'",
      'a; b',
      'echo $(calc)',
      'a^b',
    ]) {
      expect(parseShellCommands(line, 'other')).toBeUndefined();
    }
  });

  it('reads back what quoteWord writes', () => {
    const word = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), words => {
        const parsed = parseShellCommands(words.map(quoteWord).join(' '));
        expect(parsed === undefined || JSON.stringify(parsed) === JSON.stringify([words])).toBe(
          true,
        );
      }),
    );
  });
});

describe('parseCommandPattern', () => {
  it('distinguishes a wildcard from a quoted star', () => {
    expect(parseCommandPattern("npm run '*' x* *")).toEqual([
      'npm',
      'run',
      '*',
      `x${WILDCARD}`,
      WILDCARD,
    ]);
  });

  it('accepts a single command only', () => {
    expect(parseCommandPattern('ls && rm')).toBeUndefined();
    expect(parseCommandPattern('ls \u202E')).toBeUndefined();
    expect(parseCommandPattern('ls \n rm')).toBeUndefined();
    expect(parseCommandPattern('')).toBeUndefined();
  });
});
