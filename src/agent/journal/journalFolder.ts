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

/** Transcripts hold code and prompts: nobody else on this machine reads them. */
const FILE_MODE = 0o600;

/** A larger file is no journal of ours: those are compacted long before. */
const READ_LIMIT_BYTES = 512 * 1024 * 1024;

/** A journal on disk, as a directory listing tells it. */
export interface JournalStat {
  readonly id: string;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

/** The folder with the journals of one workspace. Each session has a file of its own. */
export class JournalFolder {
  readonly path: string;
  readonly #ownership: FolderOwnership;
  #prepared: Promise<unknown> = Promise.resolve();
  readonly #writes = new Sequencer();

  constructor(path: string) {
    this.path = path;
    this.#ownership = new FolderOwnership(path);
  }

  /** Makes the folder if there is none, and takes it over from an earlier window. */
  prepare(): Promise<void> {
    const prepared = this.#prepare();
    this.#prepared = prepared.catch(() => {}); // Whoever asked for it hears of it.
    return prepared;
  }

  /** Asked before each writing. Waits until the folder is prepared: what happens first in a window is not lost. */
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
    await this.purge(KEPT_MS);
    await this.#ownership.whenReleased();
    this.#ownership.acquire();
  }

  getPath(id: string): string {
    return join(this.path, `${id}${ENDING}`);
  }

  /** The journals there are. */
  async list(): Promise<readonly JournalStat[]> {
    const names = await readdir(this.path).catch(() => []);
    const ids = names
      .filter(name => name.endsWith(ENDING))
      .map(name => name.slice(0, -ENDING.length));
    const stats = await Promise.all(ids.map(id => this.stat(id)));
    return stats.filter(found => found !== undefined);
  }

  /** The sessions there are, and those that were deleted but can be brought back. Fails if nobody can tell. */
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

  /** What a journal says, without touching it. */
  async read(id: string): Promise<SessionRecord | undefined> {
    return (await this.#read(id))?.record;
  }

  /** What a journal says, ready to be written on: what is damaged in it goes aside, the rest is kept. */
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

  /** Writes a file as a whole: after a crash it is the old one or the new one. One after the other, the last one stays. */
  replace(path: string, text: string): Promise<number> {
    return this.#writes.queue(() => this.#replace(path, text));
  }

  async #replace(path: string, text: string): Promise<number> {
    const bytes = Buffer.from(text);
    await writeFileAtomic(path, bytes, { mode: FILE_MODE, flush: true });
    return bytes.length;
  }

  /** Adds to a file: from now on it outlives this process. */
  async append(path: string, bytes: Uint8Array): Promise<void> {
    const file = await open(path, 'a', FILE_MODE);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
  }

  /** Waits until a file is on the disk: from now on it outlives the machine's bad moments. */
  async sync(path: string): Promise<void> {
    const file = await open(path, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Deletes a journal. It can be brought back for a while. */
  async delete(id: string): Promise<void> {
    await rename(this.getPath(id), `${this.getPath(id)}${DELETED}`).catch(ignoreMissingFile);
    await rm(`${this.getPath(id)}${DAMAGED}`, { force: true });
  }

  /** Deletes for good what was deleted before. */
  async deletePermanently(id: string): Promise<void> {
    await rm(`${this.getPath(id)}${DELETED}`, { force: true });
  }

  async restore(id: string): Promise<void> {
    await rename(`${this.getPath(id)}${DELETED}`, this.getPath(id));
  }

  /** What all journals take, those included that were deleted or damaged. */
  async sizeBytes(): Promise<number> {
    const names = (await readdir(this.path).catch(() => [])).filter(name => name.includes(ENDING));
    const sizes = names.map(async name => (await stat(join(this.path, name))).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** What was deleted or damaged so long ago goes for good. */
  async purge(keptMs: number): Promise<void> {
    const names = await readdir(this.path);
    const leftovers = names.filter(name => LEFTOVERS.some(ending => name.endsWith(ending)));
    for (const path of leftovers.map(name => join(this.path, name))) {
      const { ctimeMs } = await stat(path);
      if (Date.now() - ctimeMs >= keptMs) {
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

const ENDING = '.ndjson';
const DAMAGED = '.damaged';
const DELETED = '.deleted';
/** The endings of files that are purged some time after. */
const LEFTOVERS = [DAMAGED, DELETED, TEMPORARY_SUFFIX];

/** How long deleted and damaged journals stay on the disk. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

function ignoreMissingFile(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') {
    throw error;
  }
}
