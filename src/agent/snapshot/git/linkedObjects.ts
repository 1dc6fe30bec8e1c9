import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../core/errorCode.ts';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';

/** Where links are impossible, such as on another disk, at most this much is copied. */
const COPY_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Links to the objects of the user's repositories. Snapshots refer to these objects instead of storing them again, and
 * an agent can delete them: with `git gc` after a `git reset`, or with the whole `.git` folder. A link takes no space
 * while the original exists, and keeps the content when it is deleted.
 */
export class LinkedObjects {
  readonly dir: string;
  readonly #linked = new Set<string>();
  #copiedBytes = 0;
  #isComplete = false;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Whether the objects that existed when this window was opened are linked. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  async create(): Promise<void> {
    await mkdir(path.join(this.dir, 'pack'), { recursive: true });
  }

  /** Links all objects in these folders that are not linked yet. */
  async link(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const names = await objectNames(folder);
      const fresh = names.filter(name => !this.#linked.has(name));
      const parents = new Set(fresh.map(name => path.dirname(name)));
      await Promise.all([...parents].map(name => mkdir(path.join(this.dir, name), RECURSIVE)));
      await mapWithLimit(fresh, name => this.#link(folder, name));
    }
    this.#isComplete = true;
  }

  /** Moves the objects that none of these folders has any more to another folder. */
  async moveDeleted(folders: readonly string[], target: string): Promise<void> {
    const present = new Set((await mapWithLimit(folders, objectNames)).flat());
    const gone = (await objectNames(this.dir)).filter(name => !present.has(name));
    for (const name of gone) {
      await mkdir(path.join(target, path.dirname(name)), RECURSIVE);
      await rename(path.join(this.dir, name), path.join(target, name));
      this.#linked.delete(name);
    }
  }

  async #link(folder: string, name: string): Promise<void> {
    const from = path.join(folder, name);
    const to = path.join(this.dir, name);
    const failure = await link(from, to).then(() => undefined, errorCode);
    if (failure !== undefined && failure !== 'EEXIST' && failure !== 'ENOENT') {
      await this.#copy(from, to);
    }
    this.#linked.add(name);
  }

  /** A copy that fails is as good as none: the original is still there. */
  async #copy(from: string, to: string): Promise<void> {
    const found = await stat(from).catch(() => undefined);
    if (found && this.#copiedBytes + found.size <= COPY_LIMIT_BYTES) {
      this.#copiedBytes += found.size;
      await copyFile(from, to).catch(() => rm(to, { force: true }));
    }
  }
}

const RECURSIVE = { recursive: true } as const;

/** The files of an object folder: loose objects, and packs with their indexes. Packs come before their indexes. */
async function objectNames(folder: string): Promise<readonly string[]> {
  const folders = (await namesIn(folder)).filter(name => /^[0-9a-f]{2}$/.test(name));
  const loose = await mapWithLimit(folders, async name =>
    (await namesIn(path.join(folder, name)))
      .filter(rest => /^[0-9a-f]{38}$/.test(rest))
      .map(rest => path.join(name, rest)),
  );
  const packs = (await namesIn(path.join(folder, 'pack')))
    .filter(name => /^pack-[0-9a-f]+\.(pack|idx)$/.test(name))
    .toSorted((one, other) => Number(one.endsWith('.idx')) - Number(other.endsWith('.idx')));
  return [...loose.flat(), ...packs.map(name => path.join('pack', name))];
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
