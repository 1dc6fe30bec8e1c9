import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  UnsavedFileStore,
  type UnsavedFile,
} from '../../../../../src/agent/review/unsaved/unsavedFileStore.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const first: UnsavedFile = { path: '/w/a.ts', common: 'one\n' };
const second: UnsavedFile = {
  path: '/w/b.ts',
  common: 'theirs\r\n',
  agentWrite: {
    origin: { sessionId: 's1', turnId: '1', toolCallId: 'c' },
    original: '\uFEFFb\r\n',
  },
};

it('gives the next window what this one knew about unsaved edits, and nothing of files that were saved', async () => {
  const folder = path.join(await temporaryFolder(), 'review', 'unsaved');
  const store = new UnsavedFileStore(folder, silent);
  expect(await store.load()).toEqual([]);
  store.set({ ...first, common: 'older\n' });
  store.set(first);
  store.set(second);
  await store.flush();
  const loaded = await new UnsavedFileStore(folder, silent).load();
  expect(loaded.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    first,
    second,
  ]);
  store.delete(first.path);
  await store.flush();
  expect(await store.load()).toEqual([second]);
});

it('skips damaged files', async () => {
  const folder = await temporaryFolder();
  const store = new UnsavedFileStore(folder, silent);
  store.set(first);
  await store.flush();
  const [name = ''] = await readdir(folder);
  await writeFile(path.join(folder, 'other.json'), '{"path": 1}');
  await writeFile(path.join(folder, name), '{"path": "/w/a.t');
  expect(await store.load()).toEqual([]);
});
