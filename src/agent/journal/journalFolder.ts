import { copyFile, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Sequencer } from '../../core/async/sequencer.ts';
import { errorCode } from '../../core/errorCode.ts';
import {
  compactJournal,
  parseJournal,
  type SessionRecord,
} from '../../core/journal/sessionRecord.ts';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { FolderOwnership } from '../disk/folderOwnership.ts';
import { TEMPORARY_SUFFIX, writeFileAtomic } from '../disk/writeFileAtomic.ts';

/** Transcripts contain code and prompts, so only the current user may read them. */
const FILE_MODE = 0o600;

/** A larger file is not one of our journals: those are compacted long before. */
const READ_LIMIT_BYTES = 512 * 1024 * 1024;

/** The metadata of a journal on disk. */
export interface JournalStat {
  readonly id: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

/** The folder with the journals of one workspace, one file per session. */
export class JournalFolder {
  readonly path: string;
  readonly #ownership: FolderOwnership;
  #prepared: Promise<unknown> = Promise.resolve();
  readonly #writes = new Sequencer();

  constructor(path: string) {
    this.path = path;
    this.#ownership = new FolderOwnership(path);
  }

  /** Creates the folder if it is missing, and takes it over from an earlier window. */
  prepare(): Promise<void> {
    const prepared = this.#prepare();
    this.#prepared = prepared.catch(() => {}); // The caller handles the error.
    return prepared;
  }

  /**
   * Checked before each write. Waits until the folder is prepared, so that the first events of a window are not lost.
   */
  async isOwner(): Promise<boolean> {
    await this.#prepared;
    return this.#ownership.owner === 'us';
  }

  /** Leaves the folder to the next window. */
  async release(): Promise<void> {
    await this.#prepared;
    this.#ownership.release();
  }

  async #prepare(): Promise<void> {
    await ensurePrivateFolder(this.path);
    await this.purge(RETENTION_MS);
    await this.#ownership.whenReleased();
    this.#ownership.acquire();
  }

  /** Throws for an id that would lead out of the folder: a mention or an imported session can contain any text. */
  getPath(id: string): string {
    if (!SESSION_ID.test(id)) {
      throw new Error(`"${id}" is not the id of a session.`);
    }
    return join(this.path, `${id}${SUFFIX}`);
  }

  async list(): Promise<readonly JournalStat[]> {
    const names = await readdir(this.path).catch(() => []);
    const ids = names
      .filter(name => name.endsWith(SUFFIX))
      .map(name => name.slice(0, -SUFFIX.length));
    const stats = await Promise.all(ids.map(id => this.stat(id)));
    return stats.filter(found => found !== undefined);
  }

  /** The sessions, including those that were deleted but can be restored. Throws if the folder cannot be read. */
  async ids(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.path);
    const found = names.map(name => /^(.+)\.ndjson(?:\.deleted)?$/.exec(name)?.[1]);
    return new Set(found.filter(id => id !== undefined));
  }

  async stat(id: string): Promise<JournalStat | undefined> {
    try {
      const { size, mtimeMs } = await stat(this.getPath(id));
      return { id, sizeBytes: size, changedMs: mtimeMs };
    } catch {
      return undefined; // It was deleted in the meantime.
    }
  }

  /** Reads a journal without changing it. */
  async read(id: string): Promise<SessionRecord | undefined> {
    return (await this.#read(id))?.record;
  }

  /** Reads a journal to append to it. A damaged journal is copied aside, and replaced by what can be read of it. */
  async repair(id: string): Promise<SessionRecord | undefined> {
    const found = await this.#read(id);
    if (!found || found.isSound) {
      return found?.record;
    }
    await copyFile(this.getPath(id), `${this.getPath(id)}${DAMAGED}`);
    if (found.record) {
      await this.replace(this.getPath(id), compactJournal(found.record));
    } else {
      await rm(this.getPath(id));
    }
    return found.record;
  }

  /** Replaces a file atomically, one after the other. Returns the size. */
  replace(path: string, text: string): Promise<number> {
    return this.#writes.queue(() => this.#replace(path, text));
  }

  async #replace(path: string, text: string): Promise<number> {
    const bytes = Buffer.from(text);
    await writeFileAtomic(path, bytes, { mode: FILE_MODE, flush: true });
    return bytes.length;
  }

  /** Appends to a file. From then on the content survives the end of this process. */
  async append(path: string, bytes: Uint8Array): Promise<void> {
    const file = await open(path, 'a', FILE_MODE);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
  }

  /** Syncs a file to disk. From then on the content survives a power failure. */
  async sync(path: string): Promise<void> {
    const file = await open(path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Deletes a journal. It can be restored for a while. */
  async delete(id: string): Promise<void> {
    await rename(this.getPath(id), `${this.getPath(id)}${DELETED}`).catch(ignoreMissingFile);
    await rm(`${this.getPath(id)}${DAMAGED}`, { force: true });
  }

  /** Deletes permanently what was deleted before. */
  async deletePermanently(id: string): Promise<void> {
    await rm(`${this.getPath(id)}${DELETED}`, { force: true });
  }

  async restore(id: string): Promise<void> {
    await rename(`${this.getPath(id)}${DELETED}`, this.getPath(id));
  }

  /** The size of all journals, including deleted and damaged ones. */
  async sizeBytes(): Promise<number> {
    const names = (await readdir(this.path).catch(() => [])).filter(name => name.includes(SUFFIX));
    const sizes = names.map(async name => (await stat(join(this.path, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** Deletes permanently what was deleted, damaged or left behind at least this long ago. */
  async purge(minAgeMs: number): Promise<void> {
    const names = await readdir(this.path);
    const leftovers = names.filter(name => LEFTOVERS.some(ending => name.endsWith(ending)));
    for (const path of leftovers.map(name => join(this.path, name))) {
      const { ctimeMs } = await stat(path);
      if (Date.now() - ctimeMs >= minAgeMs) {
        await rm(path, { force: true });
      }
    }
  }

  async #read(id: string): Promise<ReturnType<typeof parseJournal> | undefined> {
    const found = await this.stat(id);
    if (!found || found.sizeBytes > READ_LIMIT_BYTES) {
      return undefined;
    }
    return parseJournal(await readFile(this.getPath(id), 'utf8'));
  }
}

/** Ids are UUIDs; other letters and digits occur in tests only. */
const SESSION_ID = /^[\w-]{1,128}$/;
const SUFFIX = '.ndjson';
const DAMAGED = '.damaged';
const DELETED = '.deleted';
/** The suffixes of files that are purged after a while. */
const LEFTOVERS = [DAMAGED, DELETED, TEMPORARY_SUFFIX];

/** How long deleted and damaged journals stay on disk. */
const RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

function ignoreMissingFile(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') {
    throw error;
  }
}
