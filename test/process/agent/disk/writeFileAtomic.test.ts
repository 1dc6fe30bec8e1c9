import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  writeFileAtomic,
  writeFileAtomicSync,
} from '../../../../src/agent/disk/writeFileAtomic.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

describe.each([
  ['writeFileAtomic', writeFileAtomic],
  ['writeFileAtomicSync', writeFileAtomicSync],
] as const)('%s', (_, write) => {
  it('replaces the content of a file', async () => {
    const file = join(await temporaryFolder(), 'file');
    await write(file, 'old');
    await write(file, 'new', { flush: true });
    expect(await readFile(file, 'utf8')).toBe('new');
  });

  it('gives the file its mode', async () => {
    const file = join(await temporaryFolder(), 'file');
    await write(file, '', { mode: 0o600 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves no file behind if it fails', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'taken'));
    await expect((async () => write(join(folder, 'taken'), 'text'))()).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['taken']);
  });
});
