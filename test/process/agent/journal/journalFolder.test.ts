import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let home: string;

beforeEach(async () => {
  home = await temporaryFolder();
});

it('serializes concurrent writes to a file, so that the last text stays', async () => {
  const folder = new JournalFolder(home);
  const file = join(home, 'index.json');
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  await Promise.all(texts.map(text => folder.replace(file, text)));
  expect(await readFile(file, 'utf8')).toBe('text 19');
  expect(await readdir(home)).toEqual(['index.json']);
});

it('continues to write after a write has failed', async () => {
  const folder = new JournalFolder(home);
  const failed = folder.replace(join(home, 'missing', 'index.json'), 'lost');
  const written = folder.replace(join(home, 'index.json'), 'kept');
  await expect(failed).rejects.toThrow('ENOENT');
  await written;
  expect(await readFile(join(home, 'index.json'), 'utf8')).toBe('kept');
});

it.each(['../secret', '..', 'a/b', 'a\\b', '', 'a\0', '.'])(
  'reads and deletes nothing outside the folder for the session id %j',
  async id => {
    const inside = join(home, 'journals');
    await mkdir(inside);
    await writeFile(join(home, 'secret.ndjson'), '{}');
    const folder = new JournalFolder(inside);
    expect(() => folder.getPath(id)).toThrow('is not the id of a session');
    expect(await folder.read(id)).toBeUndefined();
    await expect(folder.delete(id)).rejects.toThrow('is not the id of a session');
    expect(await readdir(home)).toEqual(['journals', 'secret.ndjson']);
  },
);
