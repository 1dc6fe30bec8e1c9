import { sep } from 'node:path';

/** The files and folders to which something is being done; what has not ended within a limit has failed. */
export class PathsInProgress {
  readonly #limitMs: number;
  readonly #paths = new Map<string, NodeJS.Timeout>();

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  begin(path: string): void {
    this.end(path);
    this.#paths.set(
      path,
      setTimeout(() => this.#paths.delete(path), this.#limitMs),
    );
  }

  end(path: string): void {
    clearTimeout(this.#paths.get(path));
    this.#paths.delete(path);
  }

  /** Whether it is done to this file, or to a folder above it. */
  includes(path: string): boolean {
    return [...this.#paths.keys()].some(one => path === one || path.startsWith(one + sep));
  }

  dispose(): void {
    this.#paths.forEach(clearTimeout);
  }
}
