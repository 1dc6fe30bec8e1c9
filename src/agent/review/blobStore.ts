import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors.ts';

/** Keeps the bytes of binary files that are under review, by their hash. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = this.#file(hash);
    if (!(await readFile(file).catch(() => undefined))) {
      const temporary = `${file}.${randomUUID()}`;
      await mkdir(this.#folder, { recursive: true });
      await writeFile(temporary, bytes);
      await rename(temporary, file);
    }
    return hash;
  }

  async get(hash: string): Promise<Buffer> {
    return readFile(this.#file(hash)).catch(() => {
      throw new UserError('The earlier content of this file is gone from the store.');
    });
  }

  #file(hash: string): string {
    return path.join(this.#folder, hash);
  }
}
