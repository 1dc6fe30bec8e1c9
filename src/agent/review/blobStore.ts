import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFolder } from '../files/privateFolder.ts';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/words.ts';

/** Bytes that were stored a moment ago may be of a change that is not in the ledger yet. */
const YOUNG_MS = 10 * 60 * 1000;

/** Keeps the bytes of binary files that are under review, by their hash. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = this.#file(hash);
    const now = new Date();
    const isThere = await utimes(file, now, now).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      const temporary = `${file}.${randomUUID()}`;
      await privateFolder(this.#folder);
      await writeFile(temporary, bytes);
      await rename(temporary, file);
    }
    return hash;
  }

  async get(hash: string): Promise<Buffer> {
    return readFile(this.#file(hash)).catch(() => {
      throw new UserError(t('The earlier content of this file is gone from the store.'));
    });
  }

  /** Drops what nobody needs any more, unless it is young. */
  async keepOnly(hashes: ReadonlySet<string>, nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter(other => !hashes.has(other))) {
      const found = await stat(this.#file(name)).catch(() => undefined);
      if (found && nowMs - found.mtimeMs > YOUNG_MS) {
        await rm(this.#file(name), { force: true });
      }
    }
  }

  #file(hash: string): string {
    return path.join(this.#folder, hash);
  }
}
