import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { untar } from '../../../harness/download/untar.mjs';
import { sharedTemporaryFolder } from '../../../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

it('unpacks programs, empty files, files longer than a block', async () => {
  const archive = tar([
    { name: 'package/program', content: '#!', mode: 0o755 },
    { name: 'package/empty', content: '' },
    { name: 'package/deep/long', content: 'x'.repeat(1000) },
    { name: 'other/file', content: 'not asked for' },
  ]);
  await untar(archive, folder, 'package');
  expect((await stat(path.join(folder, 'program'))).mode & 0o111).toBe(0o111);
  expect(await readFile(path.join(folder, 'empty'), 'utf8')).toBe('');
  expect(await readFile(path.join(folder, 'deep/long'), 'utf8')).toBe('x'.repeat(1000));
  await expect(stat(path.join(folder, 'file'))).rejects.toThrow('ENOENT');
});

it('reads a long name from the preceding record', async () => {
  const name = `${'a-rather-long-folder-name/'.repeat(8)}file`;
  const record = { name: 'PaxHeader', content: `237 path=${name}\n`, kind: 'x' };
  await untar(tar([record, { name: 'short', content: 'found' }]), folder);
  expect(await readFile(path.join(folder, name), 'utf8')).toBe('found');
});

it('writes nothing outside its folder', async () => {
  const inner = path.join(folder, 'inner');
  await untar(tar([{ name: '../outside', content: 'evil' }]), inner);
  await expect(stat(path.join(folder, 'outside'))).rejects.toThrow('ENOENT');
});

interface TarFile {
  readonly name: string;
  readonly content: string;
  readonly mode?: number;
  readonly kind?: string;
}

/** An archive as `npm pack` makes it. */
const tar = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([...files.map(tarFile), Buffer.alloc(1024)]);

function tarFile({ name, content, mode = 0o644, kind = '0' }: TarFile): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(mode.toString(8).padStart(7, '0'), 100);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(kind, 156);
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, Buffer.from(content), padding]);
}
