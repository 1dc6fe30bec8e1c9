import { open } from 'node:fs/promises';
import type { GitObjectReader } from '../../git/gitObjectReader.ts';
import type { ShadowRepository } from './shadowRepository.ts';

/** An index ends with a checksum of its content. */
const CHECKSUM_BYTES = 20;

/** The last tree that was written, and the index that it was written from: most snapshots find nothing new. */
export class TreeCache {
  readonly #objects: GitObjectReader;
  #last: { readonly key: string; readonly tree: string } | undefined;

  constructor(objects: GitObjectReader) {
    this.#objects = objects;
  }

  /** Must be called when objects are lost: the process that reads them may still have them. */
  clear(): void {
    this.#last = undefined;
  }

  /** Returns the tree of an index, and writes it if the index has changed, or if the tree was deleted. */
  async get(shadow: ShadowRepository, write: () => Promise<string>): Promise<string> {
    const last = this.#last;
    if (last && last.key === (await keyOf(shadow)) && (await this.#objects.read(last.tree))) {
      return last.tree;
    }
    const tree = await write();
    const key = await keyOf(shadow); // Git writes the index again, with the ids of its folders.
    this.#last = key === undefined ? undefined : { key, tree };
    return tree;
  }
}

async function keyOf({ index, prefix }: ShadowRepository): Promise<string | undefined> {
  const file = await open(index).catch(() => undefined);
  if (!file) {
    return undefined;
  }
  try {
    const { size } = await file.stat();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    await file.read(checksum, 0, CHECKSUM_BYTES, Math.max(0, size - CHECKSUM_BYTES));
    return [prefix, size, checksum.toString('hex')].join(' ');
  } finally {
    await file.close();
  }
}
