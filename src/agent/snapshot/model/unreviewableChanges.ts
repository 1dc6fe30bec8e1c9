import { lstatSync, readdirSync, realpathSync, type Dirent, type Stats } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isCache } from './defaultExcludes.ts';
import type { SkippedPath, Snapshot } from './snapshot.ts';

/** What changed outside the snapshots, so that it can be neither reviewed nor restored. */
export interface UnreviewableChanges {
  /** Relative to the root. The names of folders end in `/`. */
  readonly paths: readonly string[];
  /** Whether everything could be checked within the limits. */
  readonly isComplete: boolean;
}

export interface UnreviewableChangesRequest {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Ignored files and folders that the later snapshot leaves out. */
  readonly unkept: readonly string[];
  /** The symbolic links in the later snapshot. */
  readonly links: readonly string[];
  /** The real paths of folders that have snapshots of their own. */
  readonly roots: readonly string[];
}

/** How long the search may take, and how many files and folders it may check. */
const SEARCH_LIMIT_MS = 1_500;
const SEARCH_LIMIT_ENTRIES = 200_000;
/** The user is told about the first ones only. */
const FOUND_LIMIT = 1_000;
/** How long the search runs before other tasks get a turn. */
const SLICE_MS = 5;

/**
 * Finds what changed since a snapshot among the files that snapshots leave out: large ignored folders, repositories with
 * too many files, targets of links, files with names that are not UTF-8. The time of the last change of each file is
 * compared with the time of the snapshot, so nothing needs to be stored.
 */
export async function findUnreviewableChanges(
  request: UnreviewableChangesRequest,
): Promise<UnreviewableChanges> {
  const { before, after } = request;
  const names = [...changedNames(before.skipped, after.skipped), ...deletedFolders(before)];
  if (before.takenAtMs === undefined) {
    return { paths: names, isComplete: false };
  }
  const search = new Search(before.takenAtMs);
  const folders = after.skipped.filter(isFolder).map(({ path: name }) => name);
  for (const name of new Set([...request.unkept, ...folders])) {
    await search.check(name, path.join(after.root, name));
  }
  for (const name of request.links) {
    const target = targetOutside(path.join(after.root, name), request.roots);
    if (target !== undefined) {
      await search.check(name, target);
    }
  }
  const paths = new Set([...names, ...search.found]);
  return { paths: [...paths].toSorted(), isComplete: search.isComplete };
}

/** Checks files and folders one after the other. Synchronous calls are ten times faster here than others. */
class Search {
  readonly found: string[] = [];
  readonly #sinceMs: number;
  readonly #deadlineMs = performance.now() + SEARCH_LIMIT_MS;
  #sliceEndMs = performance.now() + SLICE_MS;
  #checked = 0;

  constructor(sinceMs: number) {
    this.#sinceMs = sinceMs;
  }

  get isComplete(): boolean {
    return performance.now() < this.#deadlineMs && this.#checked < SEARCH_LIMIT_ENTRIES;
  }

  /** Checks a file or folder, and reports it under this name. */
  async check(name: string, fullPath: string): Promise<void> {
    const stats = tryStat(fullPath);
    if (!stats?.isDirectory()) {
      this.#add(name, stats);
      return;
    }
    const top = name.endsWith('/') ? name : `${name}/`;
    if (stats.birthtimeMs >= this.#sinceMs) {
      this.found.push(top); // The folder is new with everything in it.
      return;
    }
    const waiting = [{ name: top, fullPath, stats }];
    for (let next = waiting.pop(); next && this.#mayContinue; next = waiting.pop()) {
      waiting.push(...this.#checkFolder(next));
      await this.#yield();
    }
  }

  /** Adds the files that changed, or else the folder if files in it were deleted. Returns the folders inside. */
  #checkFolder(folder: Folder): readonly Folder[] {
    const before = this.found.length;
    const inside: Folder[] = [];
    for (const entry of entriesOf(folder.fullPath)) {
      this.#checked += 1;
      const name = `${folder.name}${entry.name}${entry.isDirectory() ? '/' : ''}`;
      const fullPath = path.join(folder.fullPath, entry.name);
      const stats = isCache(name) ? undefined : tryStat(fullPath);
      if (stats?.isDirectory()) {
        inside.push({ name, fullPath, stats });
      } else {
        this.#add(name, stats);
      }
    }
    if (this.found.length === before && !inside.some(({ stats }) => this.#isNew(stats))) {
      this.#add(folder.name, folder.stats);
    }
    return inside;
  }

  #add(name: string, stats: Stats | undefined): void {
    if (stats && this.#isNew(stats)) {
      this.found.push(name);
    }
  }

  #isNew({ ctimeMs }: Stats): boolean {
    return ctimeMs >= this.#sinceMs;
  }

  get #mayContinue(): boolean {
    return this.isComplete && this.found.length < FOUND_LIMIT;
  }

  async #yield(): Promise<void> {
    if (performance.now() > this.#sliceEndMs) {
      await setImmediate();
      this.#sliceEndMs = performance.now() + SLICE_MS;
    }
  }
}

interface Folder {
  readonly name: string;
  readonly fullPath: string;
  readonly stats: Stats;
}

const isFolder = ({ path: name }: SkippedPath): boolean => name.endsWith('/');

/** Files that we cannot name in a snapshot are compared by size and time. */
function changedNames(
  before: readonly SkippedPath[],
  after: readonly SkippedPath[],
): readonly string[] {
  const [old, current] = [unnamedFiles(before), unnamedFiles(after)];
  const all = new Set([...old.keys(), ...current.keys()]);
  return [...all].filter(name => old.get(name) !== current.get(name));
}

const unnamedFiles = (skipped: readonly SkippedPath[]): ReadonlyMap<string, string> =>
  new Map(
    skipped
      .filter(({ reason }) => reason === 'nameNotUtf8')
      .map(({ path: name, sizeBytes, mtimeMs }) => [name, `${sizeBytes} ${mtimeMs}`]),
  );

const deletedFolders = ({ root, skipped }: Snapshot): readonly string[] =>
  skipped
    .filter(one => isFolder(one) && !tryStat(path.join(root, one.path))?.isDirectory())
    .map(({ path: name }) => name);

/** Where a link leads, if that is in none of the folders that have snapshots. */
function targetOutside(link: string, roots: readonly string[]): string | undefined {
  try {
    const target = realpathSync(link);
    const isInside = roots.some(root => target === root || target.startsWith(root + path.sep));
    return isInside ? undefined : target;
  } catch {
    return undefined; // The link leads nowhere.
  }
}

function tryStat(fullPath: string): Stats | undefined {
  try {
    return lstatSync(fullPath, { throwIfNoEntry: false });
  } catch {
    return undefined; // A folder on the way cannot be read.
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // It was deleted in the meantime, or cannot be read.
  }
}
