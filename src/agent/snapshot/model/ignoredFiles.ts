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
  late: z.array(z.string()).default([]),
});

/** A snapshot is stored with each turn, so it lists only so many ignored paths that it leaves out. */
const SKIPPED_LIMIT = 500;
/** How many files and folders are checked however long it takes: the machine may be busy for a moment. */
const ALWAYS_CHECKED = 300;
/** What is stored when nothing is ignored. */
const NOTHING = JSON.stringify({ kept: [], unkept: [], late: [] });
/** Only the owner may read the names of ignored files. */
const PRIVATE_MODE = 0o600;

/**
 * Chooses which ignored files become part of snapshots: small ones, within the limits. A path that was left out stays
 * out until it is deleted. Otherwise it would look created when there is room again. What could not be checked in time is
 * tried again when nothing is compared with the snapshot before.
 */
export class IgnoredFiles {
  readonly #root: string;
  readonly #file: string;
  readonly #limits: SnapshotLimits;
  #kept = new Map<string, number>();
  #unkept: ReadonlySet<string> = new Set();
  /** What was left out because there was no time to check it. */
  #late: ReadonlySet<string> = new Set();
  #mayRetry = false;
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
    this.#late = new Set(state?.late);
    this.#keptBytes = [...this.#kept.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Stores the choice, if it has changed. */
  async save(): Promise<void> {
    const [kept, unkept, late] = [[...this.#kept], [...this.#unkept], [...this.#late]];
    const text = JSON.stringify({ kept, unkept, late });
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

  /** Lets the next choice check again what was late. */
  retryLate(): void {
    this.#mayRetry = true;
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
    const clock = new Clock(this.#limits.ignoredMs);
    if (this.#mayRetry) {
      this.#late = new Set();
      this.#mayRetry = false;
    }
    const isLeftOut = (name: string): boolean => this.#unkept.has(name) || this.#late.has(name);
    const listed = outermost(names).filter(name => !isCache(name));
    const result = emptyResult();
    const files = listed.filter(name => !name.endsWith('/'));
    result.unkept.push(...listed.filter(name => this.#unkept.has(name)));
    result.late.push(...listed.filter(name => this.#late.has(name)));
    const fresh = files.filter(name => !isLeftOut(name));
    await this.#addFiles(fresh, clock, result);
    for (const folder of listed.filter(name => name.endsWith('/') && !isLeftOut(name))) {
      await this.#addFolder(folder, clock, result);
    }
    this.#unkept = new Set(result.unkept);
    this.#late = new Set(result.late);
    const unkept = [...result.unkept, ...result.late];
    const ignored = unkept.map(name => ({ path: name, reason: 'ignored' }) as const);
    const skipped = [...ignored.toSorted(foldersFirst), ...result.tooLarge];
    const { add } = result;
    return { add, skipped: skipped.slice(0, SKIPPED_LIMIT), unkept };
  }

  /** A folder is kept with all files below it, except for dependencies in it, or not at all. */
  async #addFolder(folder: string, clock: Clock, result: Result): Promise<void> {
    if (isDependencyFolder(folder)) {
      result.unkept.push(folder);
      return;
    }
    const found = await this.#filesBelow(folder, clock);
    const own = emptyResult();
    const isComplete = typeof found === 'object' && (await this.#addFiles(found.files, clock, own));
    if (!isComplete) {
      this.forget(own.add);
      const isLate = found === 'late' || own.late.length > 0;
      (isLate ? result.late : result.unkept).push(folder);
      return;
    }
    result.add.push(...own.add);
    result.tooLarge.push(...own.tooLarge);
    result.unkept.push(...found.dependencies);
  }

  /** Returns whether all files fit. */
  async #addFiles(names: readonly string[], clock: Clock, result: Result): Promise<boolean> {
    const before = result.unkept.length + result.late.length;
    const all = await mapWithLimit(names, async name =>
      clock.isLate() ? 'late' : await tryLstat(path.join(this.#root, name)),
    );
    names.forEach((name, at) => {
      const stats = all[at];
      this.forget([name]);
      if (stats === 'late') {
        result.late.push(name);
      } else if (stats?.isFile() || stats?.isSymbolicLink()) {
        this.#addFile(name, stats, result);
      }
    });
    return result.unkept.length + result.late.length === before;
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

  /** The files below a folder, unless there are too many, or there is no time. */
  async #filesBelow(top: string, clock: Clock): Promise<FilesBelow | 'tooMany' | 'late'> {
    const files: string[] = [];
    const dependencies: string[] = [];
    const waiting = [top];
    let visited = 0;
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      visited += 1;
      if (Math.max(files.length, visited) > this.#limits.ignoredFolderFiles) {
        return 'tooMany';
      }
      if (clock.isLate()) {
        return 'late';
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
    return files.length > this.#limits.ignoredFolderFiles ? 'tooMany' : { files, dependencies };
  }
}

interface FilesBelow {
  readonly files: readonly string[];
  readonly dependencies: readonly string[];
}

interface Result {
  readonly add: string[];
  readonly tooLarge: SkippedPath[];
  readonly unkept: string[];
  readonly late: string[];
}

const emptyResult = (): Result => ({ add: [], tooLarge: [], unkept: [], late: [] });

/** Tells when the time for a choice is over. */
class Clock {
  readonly #deadlineMs: number;
  #checked = 0;

  constructor(limitMs: number) {
    this.#deadlineMs = performance.now() + limitMs;
  }

  /** Called before each check of a file or folder. */
  isLate(): boolean {
    this.#checked += 1;
    return this.#checked > ALWAYS_CHECKED && performance.now() > this.#deadlineMs;
  }
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
