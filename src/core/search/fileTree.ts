import type { FuzzyQuery } from './fuzzyScore.ts';
import { PathIndex } from './pathIndex.ts';
import type { PathBoosts, PathMatch } from './bestPaths.ts';

/** The files of a workspace and the folders they lie in, to be searched. A folder's path ends in a slash. */
export class FileTree {
  #index = new PathIndex();
  #filesIn = new Map<string, number>();

  get size(): number {
    return this.#index.size;
  }

  add(file: string): void {
    if (this.#index.has(file)) {
      return;
    }
    this.#index.add(file);
    for (const folder of foldersOf(file)) {
      this.#filesIn.set(folder, (this.#filesIn.get(folder) ?? 0) + 1);
      this.#index.add(folder);
    }
  }

  /** A folder goes with its last file. */
  remove(file: string): void {
    if (!this.#index.has(file)) {
      return;
    }
    this.#index.remove(file);
    for (const folder of foldersOf(file)) {
      const left = (this.#filesIn.get(folder) ?? 1) - 1;
      this.#filesIn.set(folder, left);
      if (left === 0) {
        this.#filesIn.delete(folder);
        this.#index.remove(folder);
      }
    }
  }

  /** Removes a file, or all that lies in a folder: who hears of a deletion does not know which it was. */
  removeAll(path: string): void {
    this.remove(path);
    if (this.#filesIn.has(`${path}/`)) {
      this.#index
        .withPrefix(`${path}/`)
        .filter(found => !found.endsWith('/'))
        .forEach(file => this.remove(file));
    }
  }

  search(query: FuzzyQuery, limit: number, likely: PathBoosts): readonly PathMatch[] {
    return this.#index.search(query, limit, likely);
  }
}

function foldersOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
    folders.push(file.slice(0, at + 1));
  }
  return folders;
}
