import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const bytes = Buffer.from('the bytes of a picture');

it('returns only bytes with the right hash', async () => {
  const folder = await temporaryFolder();
  const store = new BlobStore(folder);
  const hash = await store.put(bytes);
  expect(await store.get(hash)).toEqual(bytes);
  // After a power failure a file may consist of zeros.
  await writeFile(path.join(folder, hash), Buffer.alloc(bytes.length));
  await expect(store.get(hash)).rejects.toThrow('is no longer available');
});

it('stores bytes again if only a part of them was stored', async () => {
  const folder = await temporaryFolder();
  const store = new BlobStore(folder);
  const hash = await store.put(bytes);
  await truncate(path.join(folder, hash), 3);
  await store.put(bytes);
  expect(await store.get(hash)).toEqual(bytes);
});
