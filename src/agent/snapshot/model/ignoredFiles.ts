import type { Stats } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import { parseJson } from '../../../core/json.ts';
import { writeFileAtomic } from '../../disk/writeFileAtomic.ts';
import { isCache, isDependencyFolder } from './defaultExcludes.ts';
import { tryLstat } from './readFileForSnapshot.ts';
import type { SkippedPath, SnapshotLimits } from './snapshot.ts';

/** The ignored files that a snapshot contains, and those that it leaves out. */
export interface IgnoredChoice {
  readonly add: readonly string[];
  readonly skipped: readonly SkippedPath[];
  /** Everything ignored that is left out, including what does not fit into `skipped`. */
  readonly unkept: readonly string[];
}

const shape = z.object({
  kept: z.array(z.tuple([z.string(), z.number()])),
  unkept: z.array(z.string()),
});

/** A snapshot is stored with each turn, so it lists only so many ignored paths that it leaves out. */
const SKIPPED_LIMIT = 500;
/** What is stored when nothing is ignored. */
const NOTHING = JSON.stringify({ kept: [], unkept: [] });
/** Only the owner may read the names of ignored files. */
const PRIVATE_MODE = 0o600;

/**
 * Chooses which ignored files become part of snapshots: small ones, within the limits. A path that was left out stays
 * out until it is deleted. Otherwise it would look created when there is room again.
 */
export class IgnoredFiles {
  readonly #root: string;
  readonly #file: string;
  readonly #limits: SnapshotLimits;
  #kept = new Map<string, number>();
  #unkept: ReadonlySet<string> = new Set();
  #keptBytes = 0;
  #readMs = -1;
  #saved = NOTHING;

  /** `file` is where the choice is stored, for later windows. */
  constructor(root: string, file: string, limits: SnapshotLimits) {
    this.#root = root;
    this.#file = file;
    this.#limits = limits;
  }

  /** Reads what this or another window has chosen. */
  async load(): Promise<void> {
    const found = await stat(this.#file).catch(() => undefined);
    if (!found || found.mtimeMs === this.#readMs) {
      return;
    }
    this.#readMs = found.mtimeMs;
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const state = shape.safeParse(parseJson(text)).data;
    this.#saved = text;
    this.#kept = new Map(state?.kept);
    this.#unkept = new Set(state?.unkept);
    this.#keptBytes = [...this.#kept.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Stores the choice, if it has changed. */
  async save(): Promise<void> {
    const text = JSON.stringify({ kept: [...this.#kept], unkept: [...this.#unkept] });
    if (text !== this.#saved) {
      await writeFileAtomic(this.#file, text, { mode: PRIVATE_MODE });
      this.#saved = text;
      this.#readMs = (await stat(this.#file)).mtimeMs;
    }
  }

  /** Forgets which files are kept, but not which ones are left out. */
  clear(): void {
    this.#kept = new Map();
    this.#keptBytes = 0;
  }

  isKept(name: string): boolean {
    return this.#kept.has(name);
  }

  /** Files that are deleted, or have grown too large, make room for others. */
  forget(names: readonly string[]): void {
    for (const name of names) {
      this.#keptBytes -= this.#kept.get(name) ?? 0;
      this.#kept.delete(name);
    }
  }

  /** Chooses among ignored files and folders. The names of folders end in `/`. */
  async choose(names: readonly string[]): Promise<IgnoredChoice> {
    const deadlineMs = performance.now() + this.#limits.ignoredMs;
    const listed = outermost(names).filter(name => !isCache(name));
    const result: Result = { add: [], tooLarge: [], unkept: [] };
    const files = listed.filter(name => !name.endsWith('/'));
    const fresh = files.filter(name => !this.#unkept.has(name));
    result.unkept.push(...files.filter(name => this.#unkept.has(name)));
    await this.#addFiles(fresh, deadlineMs, result);
    for (const folder of listed.filter(name => name.endsWith('/'))) {
      await this.#addFolder(folder, deadlineMs, result);
    }
    this.#unkept = new Set(result.unkept);
    const ignored = result.unkept.map(name => ({ path: name, reason: 'ignored' }) as const);
    const skipped = [...ignored.toSorted(foldersFirst), ...result.tooLarge];
    const { add, unkept } = result;
    return { add, skipped: skipped.slice(0, SKIPPED_LIMIT), unkept };
  }

  /** A folder is kept with all files below it, except for dependencies in it, or not at all. */
  async #addFolder(folder: string, deadlineMs: number, result: Result): Promise<void> {
    if (this.#unkept.has(folder) || isDependencyFolder(folder)) {
      result.unkept.push(folder);
      return;
    }
    const found = await this.#filesBelow(folder, deadlineMs);
    const own: Result = { add: [], tooLarge: [], unkept: [] };
    const isComplete = found && (await this.#addFiles(found.files, deadlineMs, own));
    if (!isComplete) {
      this.forget(own.add);
      result.unkept.push(folder);
      return;
    }
    result.add.push(...own.add);
    result.tooLarge.push(...own.tooLarge);
    result.unkept.push(...found.dependencies);
  }

  /** Returns whether all files fit. */
  async #addFiles(names: readonly string[], deadlineMs: number, result: Result): Promise<boolean> {
    const before = result.unkept.length;
    const all = await mapWithLimit(names, async name =>
      performance.now() > deadlineMs ? 'late' : await tryLstat(path.join(this.#root, name)),
    );
    names.forEach((name, at) => {
      const stats = all[at];
      this.forget([name]);
      if (stats === 'late') {
        result.unkept.push(name);
      } else if (stats?.isFile() || stats?.isSymbolicLink()) {
        this.#addFile(name, stats, result);
      }
    });
    return result.unkept.length === before;
  }

  #addFile(name: string, { size, mtimeMs }: Stats, result: Result): void {
    const { ignoredFiles, ignoredBytes, ignoredFileBytes } = this.#limits;
    if (size > ignoredFileBytes) {
      result.tooLarge.push({ path: name, reason: 'tooLarge', sizeBytes: size, mtimeMs });
    } else if (this.#kept.size >= ignoredFiles || this.#keptBytes + size > ignoredBytes) {
      result.unkept.push(name);
    } else {
      this.#kept.set(name, size);
      this.#keptBytes += size;
      result.add.push(name);
    }
  }

  /** The files below a folder; `undefined` if there are too many. */
  async #filesBelow(
    top: string,
    deadlineMs: number,
  ): Promise<{ files: readonly string[]; dependencies: readonly string[] } | undefined> {
    const files: string[] = [];
    const dependencies: string[] = [];
    const waiting = [top];
    let visited = 0;
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      visited += 1;
      if (Math.max(files.length, visited) > this.#limits.ignoredFolderFiles) {
        return undefined;
      }
      if (performance.now() > deadlineMs) {
        return undefined;
      }
      for (const entry of await readdir(path.join(this.#root, folder), ENTRIES).catch(() => [])) {
        const name = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`;
        if (isCache(name)) {
          continue;
        }
        const list = entry.isDirectory() ? waiting : files;
        (isDependencyFolder(name) ? dependencies : list).push(name);
      }
    }
    return files.length > this.#limits.ignoredFolderFiles ? undefined : { files, dependencies };
  }
}

interface Result {
  readonly add: string[];
  readonly tooLarge: SkippedPath[];
  readonly unkept: string[];
}

const ENTRIES = { withFileTypes: true } as const;

const foldersFirst = (one: SkippedPath, other: SkippedPath): number =>
  Number(other.path.endsWith('/')) - Number(one.path.endsWith('/'));

/** Git lists a folder with nothing but ignored files, and these files. */
function outermost(names: readonly string[]): readonly string[] {
  const folders = new Set(names.filter(name => name.endsWith('/')));
  const isInside = (name: string): boolean => {
    const end = name.lastIndexOf('/', name.length - 2);
    const parent = name.slice(0, end + 1);
    return end >= 0 && (folders.has(parent) || isInside(parent));
  };
  return names.filter(name => !isInside(name));
}
