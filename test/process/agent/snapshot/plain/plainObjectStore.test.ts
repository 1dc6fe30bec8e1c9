import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PlainObjectStore } from '../../../../../src/agent/snapshot/plain/plainObjectStore.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

it('rewrites a stored object that is truncated or damaged, and never returns it', async () => {
  const folder = await temporaryFolder();
  const store = new PlainObjectStore(folder);
  const bytes = Buffer.from('some content\n'.repeat(100));
  const id = await store.put(bytes);
  const file = path.join(folder, id);
  await truncate(file, 5);
  expect(await store.get(id)).toBeUndefined();
  await store.put(bytes);
  expect(await store.get(id)).toEqual(new Uint8Array(bytes));
  const other = path.join(folder, await store.put(Buffer.from('other\n')));
  await writeFile(file, await readFile(other));
  expect(await store.get(id)).toBeUndefined();
});
