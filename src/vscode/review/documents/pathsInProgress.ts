import { sep } from 'node:path';

/** Files and folders on which an operation is running. An operation that has not ended within the limit has failed. */
export class PathsInProgress {
  readonly #limitMs: number;
  readonly #onExpired: (path: string) => void;
  readonly #paths = new Map<string, NodeJS.Timeout>();

  constructor(limitMs: number, onExpired: (path: string) => void = () => {}) {
    this.#limitMs = limitMs;
    this.#onExpired = onExpired;
  }

  begin(path: string): void {
    this.end(path);
    this.#paths.set(
      path,
      setTimeout(() => {
        this.#paths.delete(path);
        this.#onExpired(path);
      }, this.#limitMs),
    );
  }

  end(path: string): void {
    clearTimeout(this.#paths.get(path));
    this.#paths.delete(path);
  }

  get all(): readonly string[] {
    return [...this.#paths.keys()];
  }

  /** Whether an operation is running on this file, or on a folder above it. */
  includes(path: string): boolean {
    return [...this.#paths.keys()].some(busy => path === busy || path.startsWith(busy + sep));
  }

  dispose(): void {
    this.#paths.forEach(clearTimeout);
  }
}
