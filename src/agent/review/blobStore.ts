import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/** Bytes that were stored recently may belong to a change that is not in the review model yet. */
const RECENT_MS = 10 * 60 * 1000;

/** Stores the bytes of binary files that are under review, by their hash. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const file = this.#file(hash);
    if (!(await this.#touch(file, bytes.length))) {
      await ensurePrivateFolder(this.#folder);
      await writeFileAtomic(file, bytes, { flush: true });
    }
    return hash;
  }

  /** Throws if the bytes are gone or damaged: damaged bytes must not get into the user's file. */
  async get(hash: string): Promise<Buffer> {
    const bytes = await readFile(this.#file(hash)).catch(() => undefined);
    if (!bytes || hashOf(bytes) !== hash) {
      throw new UserError(t('The earlier content of this file is no longer available.'));
    }
    return bytes;
  }

  /** Deletes all other blobs, except recent ones. */
  async keepOnly(hashes: ReadonlySet<string>, nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter(other => !hashes.has(other))) {
      const found = await stat(this.#file(name)).catch(() => undefined);
      if (found && nowMs - found.mtimeMs > RECENT_MS) {
        await rm(this.#file(name), { force: true });
      }
    }
  }

  /** Also resets the age of the blob. */
  async #touch(file: string, sizeBytes: number): Promise<boolean> {
    const now = new Date();
    try {
      await utimes(file, now, now);
      return (await stat(file)).size === sizeBytes;
    } catch {
      return false; // There is none.
    }
  }

  #file(hash: string): string {
    return path.join(this.#folder, hash);
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
