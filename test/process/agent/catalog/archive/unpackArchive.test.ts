import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unpackArchive } from '../../../../../src/agent/catalog/archive/unpackArchive.ts';
import { ArchiveError } from '../../../../../src/agent/catalog/archive/unpackFolder.ts';
import { tar, tarGz, zip } from '../archives.ts';
import type { TestEntry } from '../archives.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

let home = '';
let folder = '';

beforeEach(async () => {
  home = await temporaryFolder();
  folder = join(home, 'inside');
  await mkdir(folder);
});

async function unpackBytes(bytes: Buffer, name: string, cmd = './agent'): Promise<string> {
  const file = join(home, 'archive');
  await writeFile(file, bytes);
  return unpackArchive({ file, url: `https://a.example/${name}?x=1`, cmd, folder });
}

const program: TestEntry = { name: 'agent', content: '#!/bin/sh\necho hi\n', mode: 0o100755 };

describe('unpackArchive', () => {
  const honest: readonly TestEntry[] = [
    { name: 'bin/', type: '5', mode: 0o40755 },
    { ...program, name: 'bin/agent' },
    { name: 'lib/deep/data.txt', content: 'data '.repeat(100_000) },
    { name: 'empty' },
  ];

  for (const [name, bytes] of [
    ['a.tar.gz', tarGz(honest)],
    ['a.TGZ', tarGz(honest)],
    ['a.zip', zip(honest)],
    ['a.zip', zip(honest, 'with a comment')],
    ['a.zip', zip(honest.map(entry => ({ ...entry, method: 0 })))],
  ] as const) {
    it(`unpacks ${name} of ${bytes.length} bytes and makes the program executable`, async () => {
      const path = await unpackBytes(bytes, name, './bin/agent');
      expect(execFileSync(path, { encoding: 'utf8' })).toBe('hi\n');
      expect(await readFile(join(folder, 'lib/deep/data.txt'), 'utf8')).toBe(
        'data '.repeat(100_000),
      );
      expect(await readFile(join(folder, 'empty'), 'utf8')).toBe('');
    });
  }

  it('treats a file that is not an archive as the program itself', async () => {
    const path = await unpackBytes(
      Buffer.from('#!/bin/sh\necho raw\n'),
      'agent-linux-x64',
      './agent',
    );
    expect(execFileSync(path, { encoding: 'utf8' })).toBe('raw\n');
  });

  it('creates links that stay inside the folder', async () => {
    const entries = [
      program,
      { name: 'bin/link', type: '2', link: '../agent', mode: 0o120777, content: '' },
    ];
    const path = await unpackBytes(tarGz(entries), 'a.tgz', './bin/link');
    expect(execFileSync(path, { encoding: 'utf8' })).toBe('hi\n');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
  });

  it('finds a program by a Windows path', async () => {
    const entries = [{ ...program, name: 'dist/agent' }];
    expect(await unpackBytes(zip(entries), 'a.zip', '.\\dist\\agent')).toBe(
      join(folder, 'dist/agent'),
    );
  });

  for (const format of ['gnu', 'pax', 'ustar']) {
    it.skipIf(process.platform === 'win32')(`reads the format ${format} of tar`, async () => {
      const source = join(home, 'source');
      const long = join('d'.repeat(90), 'e'.repeat(90));
      await mkdir(join(source, long), { recursive: true });
      await writeFile(join(source, long, 'agent'), 'x'.repeat(10_000));
      await symlink('agent', join(source, long, 'link'));
      const bytes = execFileSync('tar', [`--format=${format}`, '-czf', '-', '-C', source, '.']);
      const path = await unpackBytes(bytes, 'a.tar.gz', `./${long}/agent`);
      expect(await readFile(path, 'utf8')).toBe('x'.repeat(10_000));
    });
  }

  it.skipIf(process.platform === 'win32')(
    'takes bzip2 from the system, whatever the PATH names',
    async () => {
      const other = await temporaryFolder();
      await writeFile(join(other, 'bzip2'), '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 });
      vi.stubEnv('PATH', `${other}:${process.env['PATH']}`);
      const bytes = execFileSync('/usr/bin/env', ['-i', 'PATH=/usr/bin:/bin', 'bzip2', '-c'], {
        input: tar([program]),
      });
      await unpackBytes(bytes, 'a.tar.bz2').finally(() => vi.unstubAllEnvs());
      expect(await readdir(other)).toEqual(['bzip2']);
    },
  );

  it.skipIf(process.platform === 'win32')('reads bzip2', async () => {
    const bytes = execFileSync('bzip2', ['-c'], { input: tar([program]) });
    expect(await unpackBytes(bytes, 'a.tar.bz2')).toBe(join(folder, 'agent'));
  });
});

const link = (target: string): TestEntry => ({
  name: 'link',
  type: '2',
  link: target,
  mode: 0o120777,
  content: target,
});

const chunked = (bytes: Buffer, cut: number): Buffer => bytes.subarray(0, bytes.length - cut);
const MB = 1024 * 1024;

const tampered: Readonly<Record<string, readonly [name: string, bytes: () => Buffer]>> = {
  'a tar with a path that climbs out': [
    'a.tgz',
    () => tarGz([program, { name: '../evil', content: 'x' }]),
  ],
  'a tar with a path that climbs out from within': [
    'a.tgz',
    () => tarGz([program, { name: 'a/../../evil', content: 'x' }]),
  ],
  'a tar with a whole path': [
    'a.tgz',
    () => tarGz([program, { name: '/tmp/accord-evil', content: 'x' }]),
  ],
  'a tar with a Windows path': [
    'a.tgz',
    () => tarGz([program, { name: '..\\evil', content: 'x' }]),
  ],
  'a tar with a drive': ['a.tgz', () => tarGz([program, { name: 'C:evil', content: 'x' }])],
  'a tar with a folder that climbs out': [
    'a.tgz',
    () => tarGz([program, { name: '../evil/', type: '5' }]),
  ],
  'a tar with a link to a whole path': ['a.tgz', () => tarGz([program, link('/etc/passwd')])],
  'a tar with a link that climbs out': ['a.tgz', () => tarGz([program, link('../../evil')])],
  'a tar that writes through its own link': [
    'a.tgz',
    () => tarGz([program, link('..'), { name: 'link/evil', content: 'x' }]),
  ],
  'a tar with a chain of links that climbs out': [
    'a.tgz',
    () =>
      tarGz([
        program,
        { name: 'd/e/f', content: 'x' },
        { ...link('d/e'), name: 'one' },
        { ...link('one/../../..'), name: 'd/two' },
      ]),
  ],
  'a tar with a link in the place of a file': [
    'a.tgz',
    () => tarGz([program, { ...link('agent'), name: 'agent' }]),
  ],
  'a tar with a link to nowhere': ['a.tgz', () => tarGz([program, link('missing')])],
  'a tar with a hard link': [
    'a.tgz',
    () => tarGz([program, { ...link('/etc/passwd'), type: '1' }]),
  ],
  'a tar with a device': ['a.tgz', () => tarGz([program, { name: 'dev', type: '3' }])],
  'a tar with a pipe': ['a.tgz', () => tarGz([program, { name: 'fifo', type: '6' }])],
  'a tar with the same file twice': ['a.tgz', () => tarGz([program, program])],
  'a tar with a wrong checksum': ['a.tgz', () => tarGz([{ ...program, crc: 1 }])],
  'a tar with a long name that climbs out': [
    'a.tgz',
    () =>
      tarGz([program, { name: 'x', type: 'L', content: '../evil\0' }, { name: 'y', content: 'x' }]),
  ],
  'a tar with a pax name that climbs out': [
    'a.tgz',
    () =>
      tarGz([
        program,
        { name: 'x', type: 'x', content: '16 path=../evil\n' },
        { name: 'y', content: 'x' },
      ]),
  ],
  'a tar with an endless name': [
    'a.tgz',
    () => tarGz([{ name: 'x', type: 'L', content: 'a'.repeat(MB) }]),
  ],
  'a tar that claims more than it holds': ['a.tgz', () => tarGz([{ ...program, size: 10 * MB }])],
  'a tar that ends too early': ['a.tgz', () => gzipSync(tar([program], Buffer.alloc(0)))],
  'a gzip that ends too early': ['a.tgz', () => chunked(tarGz([program]), 9)],
  'a gzip with a wrong checksum': [
    'a.tgz',
    () => Buffer.concat([chunked(tarGz([program]), 8), Buffer.alloc(8, 1)]),
  ],
  'a gzip that is none': ['a.tgz', () => Buffer.from('hello')],
  'a bomb of tar': [
    'a.tgz',
    () => tarGz([program, { name: 'zeros', content: Buffer.alloc(80 * MB) }]),
  ],
  'a bomb behind the end of a tar': [
    'a.tgz',
    () => gzipSync(Buffer.concat([tar([program]), Buffer.alloc(80 * MB)])),
  ],
  'a bzip2 that is none': ['a.tar.bz2', () => Buffer.from('hello')],
  'a zip with a path that climbs out': [
    'a.zip',
    () => zip([program, { name: '../evil', content: 'x' }]),
  ],
  'a zip with a whole path': [
    'a.zip',
    () => zip([program, { name: '/tmp/accord-evil', content: 'x' }]),
  ],
  'a zip with a Windows path': ['a.zip', () => zip([program, { name: '..\\evil', content: 'x' }])],
  'a zip with a link that climbs out': ['a.zip', () => zip([program, link('../evil')])],
  'a zip with a device': ['a.zip', () => zip([program, { name: 'dev', mode: 0o020644 }])],
  'a zip with a wrong checksum': ['a.zip', () => zip([{ ...program, crc: 1 }])],
  'a zip that holds more than it claims': ['a.zip', () => zip([{ ...program, size: 3 }])],
  'a zip that holds less than it claims': ['a.zip', () => zip([{ ...program, size: 300 }])],
  'an encrypted zip': ['a.zip', () => zip([{ ...program, flags: 1 }])],
  'a zip packed in an unknown way': ['a.zip', () => zip([{ ...program, method: 14 }])],
  'a zip with the same file twice': ['a.zip', () => zip([program, program])],
  'a zip that ends too early': ['a.zip', () => chunked(zip([program]), 30)],
  'a zip that is none': ['a.zip', () => Buffer.from('hello')],
  'a bomb of zip': [
    'a.zip',
    () => zip([program, { name: 'zeros', content: Buffer.alloc(80 * MB) }]),
  ],
  'a zip whose list points elsewhere': [
    'a.zip',
    () => {
      const bytes = zip([program]);
      bytes.writeUInt32LE(5, bytes.length - 6);
      return bytes;
    },
  ],
  'an archive without its program': ['a.zip', () => zip([{ name: 'other', content: 'x' }])],
  'an archive with a folder in the place of its program': [
    'a.zip',
    () => zip([{ name: 'agent/file', content: 'x' }]),
  ],
  'an archive of an unknown kind': ['a.tar.xz', () => Buffer.from('x')],
};

describe('unpackArchive refuses', () => {
  it('links below links, through which something would be created outside', async () => {
    await mkdir(join(home, 'outside'));
    const bytes = tarGz([
      program,
      { name: 'd/', type: '5' },
      { ...link('../../d'), name: 'p/q/r' },
      { ...link('../../outside'), name: 'p/q/r/l' },
      { ...link('../../x'), name: 'p/q/r/l/made/z' },
    ]);
    await expect(unpackBytes(bytes, 'a.tgz')).rejects.toThrow(ArchiveError);
    expect(await readdir(join(home, 'outside'))).toEqual([]);
  });

  it('at least 25 archives', () => {
    expect(Object.keys(tampered).length).toBeGreaterThanOrEqual(25);
  });

  for (const [what, [name, bytes]] of Object.entries(tampered)) {
    it(what, async () => {
      await expect(unpackBytes(bytes(), name)).rejects.toThrow(ArchiveError);
      // Nothing was written outside of the folder.
      expect((await readdir(home)).toSorted()).toEqual(['archive', 'inside']);
      await expect(lstat('/tmp/accord-evil')).rejects.toThrow('ENOENT');
    });
  }
});
