import type { FuzzyQuery } from './fuzzyScore.ts';
import { PathIndex } from './pathIndex.ts';
import type { PathBoosts, PathMatch } from './bestPaths.ts';

/** A search index of the files of a workspace and their folders. The path of a folder ends in a slash. */
export class FileTree {
  #index = new PathIndex();
  #fileCounts = new Map<string, number>();

  add(file: string): void {
    if (this.#index.has(file)) {
      return;
    }
    this.#index.add(file);
    for (const folder of foldersOf(file)) {
      this.#fileCounts.set(folder, (this.#fileCounts.get(folder) ?? 0) + 1);
      this.#index.add(folder);
    }
  }

  /** Removes a file, and the folders that it was the last file of. */
  remove(file: string): void {
    if (!this.#index.has(file)) {
      return;
    }
    this.#index.remove(file);
    for (const folder of foldersOf(file)) {
      const left = (this.#fileCounts.get(folder) ?? 1) - 1;
      this.#fileCounts.set(folder, left);
      if (left === 0) {
        this.#fileCounts.delete(folder);
        this.#index.remove(folder);
      }
    }
  }

  /** Removes a file or everything in a folder, because a deletion event does not say which it was. */
  removeAll(path: string): void {
    this.remove(path);
    if (this.#fileCounts.has(`${path}/`)) {
      this.#index
        .withPrefix(`${path}/`)
        .filter(found => !found.endsWith('/'))
        .forEach(file => this.remove(file));
    }
  }

  search(query: FuzzyQuery, limit: number, boosts: PathBoosts): readonly PathMatch[] {
    return this.#index.search(query, limit, boosts);
  }
}

function foldersOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
    folders.push(file.slice(0, at + 1));
  }
  return folders;
}
