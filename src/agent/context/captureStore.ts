import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { folderSize } from '../disk/folderSize.ts';

/** Only the current user may read what was captured. */
const FILE_MODE = 0o600;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_DAYS = 14;
const TOTAL_LIMIT_BYTES = 200_000_000;

/**
 * Stores content that cannot be read again later, such as the text of a terminal or a pasted image. It is stored in files,
 * so that drafts survive a restart, and pruned by age and total size.
 */
export class CaptureStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores content and returns its id. The file extension `ending` selects the right editor. */
  async store(content: Uint8Array | string, ending: string): Promise<string> {
    await ensurePrivateFolder(this.#folder);
    const id = `${randomUUID()}.${ending}`;
    await writeFile(path.join(this.#folder, id), content, { mode: FILE_MODE });
    return id;
  }

  /** Stores a file under its own name in a new folder. Returns its path. */
  async storeFile(content: Uint8Array, name: string): Promise<string> {
    const folder = path.join(this.#folder, randomUUID());
    await ensurePrivateFolder(this.#folder);
    await ensurePrivateFolder(folder);
    const file = path.join(folder, sanitizeFileName(name));
    await writeFile(file, content, { mode: FILE_MODE });
    return file;
  }

  /** Returns the content, or `undefined` if it was pruned. */
  async read(id: string): Promise<Buffer | undefined> {
    const file = this.getPath(id);
    return file === undefined ? undefined : readFile(file).catch(() => undefined);
  }

  /** Returns the path of a capture, or `undefined` for an invalid id, such as one that contains a folder. */
  getPath(id: string): string | undefined {
    return /^[0-9a-f-]{36}\.[a-z0-9]{1,8}$/.test(id) ? path.join(this.#folder, id) : undefined;
  }

  /** Deletes old captures and the oldest ones beyond the size limit. */
  async prune(nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(names.map(name => this.#stat(name)));
    const newestFirst = files.toSorted((one, other) => other.changedMs - one.changedMs);
    let bytes = 0;
    for (const { file, changedMs, size } of newestFirst) {
      bytes += size;
      if (nowMs - changedMs > MAX_AGE_DAYS * DAY_MS || bytes > TOTAL_LIMIT_BYTES) {
        await rm(file, { force: true, recursive: true });
      }
    }
  }

  async #stat(name: string): Promise<{ file: string; changedMs: number; size: number }> {
    const file = path.join(this.#folder, name);
    const facts = await stat(file).catch(() => undefined);
    const size = facts?.isDirectory() ? await folderSize(file) : (facts?.size ?? 0);
    return { file, changedMs: facts?.mtimeMs ?? 0, size };
  }
}

const NAME_LIMIT_CHARS = 100;

/** Replaces the characters that have a meaning in file systems. */
function sanitizeFileName(name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(-NAME_LIMIT_CHARS);
  return /^[.\s]*$/.test(plain) ? 'file' : plain;
}
