import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { folderSize } from '../disk/folderSize.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 14;
const TOTAL_LIMIT_BYTES = 200_000_000;

/**
 * Keeps content that cannot be read again later: a terminal's text, a pasted picture. It lies in files, so that a draft
 * survives a restart; what is old or too much goes.
 */
export class CaptureStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps some content and gives the name to find it by. `ending` makes the file open in the right editor. */
  async store(content: Uint8Array | string, ending: string): Promise<string> {
    await ensurePrivateFolder(this.#folder);
    const id = `${randomUUID()}.${ending}`;
    await writeFile(path.join(this.#folder, id), content);
    return id;
  }

  /** Keeps a file under its own name, in a folder of its own. Answers its path. */
  async storeFile(content: Uint8Array, name: string): Promise<string> {
    const folder = path.join(this.#folder, randomUUID());
    await ensurePrivateFolder(this.#folder);
    await ensurePrivateFolder(folder);
    const file = path.join(folder, plainName(name));
    await writeFile(file, content);
    return file;
  }

  /** The content, or nothing if it is gone. */
  async read(id: string): Promise<Buffer | undefined> {
    const file = this.getPath(id);
    return file === undefined ? undefined : readFile(file).catch(() => undefined);
  }

  /** The file of a capture. A name that is none of ours, such as one with a folder in it, has no file. */
  getPath(id: string): string | undefined {
    return /^[0-9a-f-]{36}\.[a-z0-9]{1,8}$/.test(id) ? path.join(this.#folder, id) : undefined;
  }

  /** Removes what nobody will ask for any more. */
  async prune(nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(names.map(name => this.#facts(name)));
    const newestFirst = files.toSorted((one, other) => other.changedMs - one.changedMs);
    let bytes = 0;
    for (const { file, changedMs, size } of newestFirst) {
      bytes += size;
      if (nowMs - changedMs > KEPT_DAYS * DAY_MS || bytes > TOTAL_LIMIT_BYTES) {
        await rm(file, { force: true, recursive: true });
      }
    }
  }

  async #facts(name: string): Promise<{ file: string; changedMs: number; size: number }> {
    const file = path.join(this.#folder, name);
    const facts = await stat(file).catch(() => undefined);
    const size = facts?.isDirectory() ? await folderSize(file) : (facts?.size ?? 0);
    return { file, changedMs: facts?.mtimeMs ?? 0, size };
  }
}

const NAME_LIMIT_CHARS = 100;

/** A name without what file systems give a meaning to. */
function plainName(name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(-NAME_LIMIT_CHARS);
  return /^[.\s]*$/.test(plain) ? 'file' : plain;
}
