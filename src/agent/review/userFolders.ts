import { existsSync } from 'node:fs';
import { sep } from 'node:path';

/** Folders that the user created, renamed or deleted in the editor since the last scan. */
export class UserFolders {
  readonly #folders = new Map<string, 'arriving' | 'gone'>();

  get all(): readonly string[] {
    return [...this.#folders.keys()];
  }

  /** Adds a path that may be a folder. Returns whether nothing is there any more. */
  add(path: string): boolean {
    const isGone = !existsSync(path);
    this.#folders.set(path, isGone ? 'gone' : 'arriving');
    return isGone;
  }

  /** Forgets paths, whose content is known from now on. */
  delete(paths: readonly string[]): void {
    paths.forEach(path => this.#folders.delete(path));
  }

  /** Whether the user put a file there, or removed it, by changing a folder that contains it. */
  isByUser(path: string): boolean {
    return [...this.#folders].some(
      ([folder, what]) =>
        path.startsWith(folder + sep) && (what === 'arriving' || !existsSync(path)),
    );
  }
}
