import fc from 'fast-check';
import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside } from '../../../../src/core/files/isInside.ts';
import {
  LINUX_PATHS,
  MAC_PATHS,
  WINDOWS_PATHS,
  type PathStyle,
} from '../../../../src/core/files/pathStyle.ts';
import { normalizePath } from '../../../../src/core/files/normalizePath.ts';

const answer = (raw: string, style: PathStyle): string => {
  const plain = normalizePath(raw, style);
  return plain.kind === 'plain' ? plain.path : plain.reason;
};

type Row = readonly [raw: string, answer: string];

const POSIX: readonly Row[] = [
  ['/work/a.txt', '/work/a.txt'],
  ['/work/../work/a.txt', '/work/a.txt'],
  ['/work/./a.txt', '/work/a.txt'],
  ['/work//a.txt', '/work/a.txt'],
  ['/work/a.txt/', '/work/a.txt'],
  ['/../../a', '/a'],
  ['/', '/'],
  ['/work/a\\b', '/work/a\\b'],
  ['/work/a b.txt ', '/work/a b.txt '],
  ['/work/CON', '/work/CON'],
  ['/work/a:b', '/work/a:b'],
  ['/work/PROGRA~1', '/work/PROGRA~1'],
  ['/work/new\nline', '/work/new\nline'],
  ['/dev/shm/work/a', '/dev/shm/work/a'],
  ['/development/a', '/development/a'],
  ['/processes/a', '/processes/a'],
  ['', 'empty'],
  ['a.txt', 'relative'],
  ['./a.txt', 'relative'],
  ['../a.txt', 'relative'],
  ['~/a.txt', 'relative'],
  ['~root/a.txt', 'relative'],
  ['$HOME/a', 'relative'],
  ['C:\\work\\a.txt', 'relative'],
  ['C:/work/a.txt', 'relative'],
  ['c:a', 'relative'],
  ['\\work\\a', 'relative'],
  [' /work/a', 'relative'],
  ['/work/a\0.txt', 'not text'],
  ['\0', 'not text'],
  ['/work/\uD800', 'not text'],
  ['/work/\uDC00a', 'not text'],
  ['file:///work/a', 'url'],
  ['file:/work/a', 'url'],
  ['FILE:///work/a', 'url'],
  ['file://host/work/a', 'url'],
  ['vscode-remote://host/a', 'url'],
  ['untitled:a', 'url'],
  ['http://host/a', 'url'],
  ['//host/share', 'network'],
  ['///host/share', 'network'],
  ['\\\\host\\share', 'network'],
  ['\\\\?\\C:\\a', 'device'],
  ['\\\\.\\pipe\\a', 'device'],
  ['//./a', 'device'],
  ['/dev/null', 'device'],
  ['/dev', 'device'],
  ['/dev/shm', 'device'],
  ['/dev/fd/0', 'device'],
  ['/dev/../dev/tty', 'device'],
  ['/work/../dev/sda', 'device'],
  ['/proc/self/environ', 'device'],
  ['/proc', 'device'],
  ['/work/../proc/1/mem', 'device'],
  ['/sys/kernel', 'device'],
  ['/.vol/1/2', 'device'],
  ['/work/a/..namedfork/rsrc', 'stream'],
  ['/work/a/..NamedFork', 'stream'],
  ['/work/a..namedfork', '/work/a..namedfork'],
  ['/work/dev', '/work/dev'],
  ['/work/\u{1F600}', '/work/\u{1F600}'],
  ['/work/a\uD83Db', 'not text'],
  ['/a//./b', '/a/b'],
  [`/${'a'.repeat(4_095)}`, `/${'a'.repeat(4_095)}`],
  [`/${'a'.repeat(4_096)}`, 'too long'],
  [`/${'a'.repeat(5_000)}`, 'too long'],
  [`/work/${'a/'.repeat(16_000)}b`, 'too long'],
];

const WINDOWS: readonly Row[] = [
  ['C:\\work\\a.txt', 'C:\\work\\a.txt'],
  ['c:\\work\\a.txt', 'C:\\work\\a.txt'],
  ['C:/work/a.txt', 'C:\\work\\a.txt'],
  ['C:\\work/../work\\.\\a.txt', 'C:\\work\\a.txt'],
  ['C:\\..\\..\\a', 'C:\\a'],
  ['C:\\', 'C:\\'],
  ['C:\\work\\console', 'C:\\work\\console'],
  ['C:\\work\\com10', 'C:\\work\\com10'],
  ['C:\\work\\backup~', 'C:\\work\\backup~'],
  ['C:\\work\\a~b', 'C:\\work\\a~b'],
  ['C:\\work\\.gitignore', 'C:\\work\\.gitignore'],
  ['', 'empty'],
  ['a', 'relative'],
  ['C:', 'relative'],
  ['C:a', 'relative'],
  ['C:..\\a', 'relative'],
  ['\\work\\a', 'relative'],
  ['/work/a', 'relative'],
  ['C:\\a\0', 'not text'],
  ['file:///C:/a', 'url'],
  ['file://host/a', 'url'],
  ['\\\\host\\share\\a', 'network'],
  ['//host/share/a', 'network'],
  ['\\/host/share', 'network'],
  ['\\\\wsl$\\Ubuntu\\a', 'network'],
  ['\\\\?\\C:\\a', 'device'],
  ['\\\\?\\UNC\\host\\share', 'device'],
  ['\\\\.\\C:', 'device'],
  ['//?/C:/a', 'device'],
  ['\\??\\C:\\a', 'device'],
  ['C:\\a.txt:stream', 'stream'],
  ['C:\\a.txt::$DATA', 'stream'],
  ['C:\\work:$I30:$INDEX_ALLOCATION\\a', 'stream'],
  ['C:\\PROGRA~1\\a', 'short name'],
  ['C:\\work\\GIT~1\\config', 'short name'],
  ['C:\\work\\SETTIN~1.JSO', 'short name'],
  ['C:\\work\\a.', 'bad name'],
  ['C:\\work\\a ', 'bad name'],
  ['C:\\work \\a', 'bad name'],
  ['C:\\work\\...\\a', 'bad name'],
  ['C:\\work\\a?', 'bad name'],
  ['C:\\work\\a*', 'bad name'],
  ['C:\\work\\<a>', 'bad name'],
  ['C:\\work\\a|b', 'bad name'],
  ['C:\\work\\a\u0007', 'bad name'],
  ['C:\\a\\??\\b', 'bad name'],
  ['C:\\abcdefgh~1', 'C:\\abcdefgh~1'],
  ['C:\\a~1234567', 'C:\\a~1234567'],
  ['C:\\a~123456', 'short name'],
  ['C:\\a~1.text', 'C:\\a~1.text'],
  ['C:\\ab~1.txt.md', 'C:\\ab~1.txt.md'],
  ['C:\\a\\\\b', 'C:\\a\\b'],
  [`C:\\${'a'.repeat(31_997)}`, `C:\\${'a'.repeat(31_997)}`],
  [`C:\\${'a'.repeat(31_998)}`, 'too long'],
  [`C:\\${'a\\'.repeat(17_000)}`, 'too long'],
];

const DEVICE_NAMES = [
  'con',
  'PRN',
  'aux',
  'NUL',
  'COM1',
  'com9',
  'LPT1',
  'lpt¹',
  'CONIN$',
  'conout$',
];
const DEVICE_SPELLINGS = ['', '.txt', '.tar.gz', ' .txt', ':', '  '];

const WINDOWS_DEVICES: readonly Row[] = DEVICE_NAMES.flatMap(name =>
  DEVICE_SPELLINGS.flatMap((more): Row[] => [
    [`C:\\work\\${name}${more}`, 'device'],
    [`C:\\work\\${name}${more}\\a.txt`, 'device'],
  ]),
);

const CLIMBS = ['..', './..', 'a/../..', 'a/b/../../..', './/..//.', '.././.'];
const TARGETS = ['etc/passwd', 'home/u/.ssh/id_rsa', 'worked/a', 'work2', ''];
const OUT_OF_WORK: readonly string[] = CLIMBS.flatMap(climb =>
  TARGETS.map(target => `/work/${climb}/${target}`),
);

describe('normalizePath', () => {
  it.each(POSIX)('on Linux %j is %j', (raw, wanted) => {
    expect(answer(raw, LINUX_PATHS)).toBe(wanted);
    expect(answer(raw, MAC_PATHS)).toBe(wanted);
  });

  it.each([...WINDOWS, ...WINDOWS_DEVICES])('on Windows %j is %j', (raw, wanted) => {
    expect(answer(raw, WINDOWS_PATHS)).toBe(wanted);
  });

  it.each(OUT_OF_WORK)('%j is seen to leave the root', raw => {
    expect(isInside('/work', answer(raw, LINUX_PATHS), LINUX_PATHS)).toBe(false);
    const windows = `C:${raw.replaceAll('/', '\\')}`;
    expect(isInside('C:\\work', answer(windows, WINDOWS_PATHS), WINDOWS_PATHS)).toBe(false);
  });

  it('returns the same path as Node unless it refuses', () => {
    const name = fc.constantFrom('..', '.', '', 'a', 'B', 'c.txt', '...', 'é', '~', 'a:b', ' ');
    fc.assert(
      fc.property(fc.array(name), names => {
        const raw = `/x/${names.join('/')}`;
        const plain = normalizePath(raw, LINUX_PATHS);
        expect(plain).toEqual({ kind: 'plain', path: withoutEnd(posix.normalize(raw)) });
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (tail, isWindows) => {
        const style = isWindows ? WINDOWS_PATHS : LINUX_PATHS;
        const plain = normalizePath(`${isWindows ? 'C:\\' : '/'}${tail}`, style);
        if (plain.kind === 'plain') {
          expect(normalizePath(plain.path, style)).toEqual(plain);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns only absolute paths on Windows', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'cC:\\/.~1 aUN?$'.split('')) }), raw => {
        const plain = normalizePath(raw, WINDOWS_PATHS);
        if (plain.kind === 'plain') {
          expect(win32.isAbsolute(plain.path)).toBe(true);
          expect(win32.resolve(plain.path)).toBe(plain.path);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

const withoutEnd = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));

describe('isInside', () => {
  it.each([
    ['/work', '/work', true],
    ['/work', '/work/a', true],
    ['/work', '/workshop', false],
    ['/work', '/', false],
    ['/', '/a', true],
    ['/Work', '/work/a', false],
  ] as const)('on Linux, in %j: %j is %j', (root, path, inside) => {
    expect(isInside(root, path, LINUX_PATHS)).toBe(inside);
  });

  it('folds case and Unicode form only where the file system does', () => {
    expect(isInside('/Work', '/work/a', MAC_PATHS)).toBe(true);
    expect(isInside('/caf\u00e9', '/cafe\u0301/a', MAC_PATHS)).toBe(true);
    expect(isInside('/caf\u00e9', '/cafe\u0301/a', LINUX_PATHS)).toBe(false);
    expect(isInside('C:\\WORK', 'c:\\work\\a', WINDOWS_PATHS)).toBe(true);
    expect(isInside('C:\\work', 'D:\\work\\a', WINDOWS_PATHS)).toBe(false);
  });

  it.each(['/stra\u00dfe', '/\u212Aey', '/\u017Fecret', '/\u0130x'])(
    'does not take %j for its look-alike',
    root => {
      const alike = root.toUpperCase().toLowerCase().normalize('NFKC');
      expect(isInside(root, alike, WINDOWS_PATHS)).toBe(false);
    },
  );
});
