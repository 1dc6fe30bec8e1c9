import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let home: string;

beforeEach(async () => {
  home = await temporaryFolder();
});

it('writes a file as often as it is asked to at the same time, and the last text stays', async () => {
  const folder = new JournalFolder(home);
  const file = join(home, 'index.json');
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  await Promise.all(texts.map(text => folder.replace(file, text)));
  expect(await readFile(file, 'utf8')).toBe('text 19');
  expect(await readdir(home)).toEqual(['index.json']);
});

it('goes on writing after a file could not be written', async () => {
  const folder = new JournalFolder(home);
  const failed = folder.replace(join(home, 'missing', 'index.json'), 'lost');
  const written = folder.replace(join(home, 'index.json'), 'kept');
  await expect(failed).rejects.toThrow('ENOENT');
  await written;
  expect(await readFile(join(home, 'index.json'), 'utf8')).toBe('kept');
});
