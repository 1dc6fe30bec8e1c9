import { sep } from 'node:path';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';

/** What an agent wrote to a file with unsaved edits, and could not be merged into them yet. */
export interface UnmergedWrite {
  readonly origin: Origin;
  readonly before: FileContent;
}

/** The hidden writes by path. */
export class UnmergedWrites {
  readonly #writes = new Map<string, UnmergedWrite>();

  get(path: string): UnmergedWrite | undefined {
    return this.#writes.get(path);
  }

  set(path: string, write: UnmergedWrite): void {
    this.#writes.set(path, write);
  }

  delete(path: string): void {
    this.#writes.delete(path);
  }

  /** Moves those of a file, or of everything in a folder, to another path. */
  move(from: string, to: string): void {
    const moved = [...this.#writes].filter(
      ([path]) => path === from || path.startsWith(from + sep),
    );
    for (const [path, write] of moved) {
      this.#writes.delete(path);
      this.#writes.set(to + path.slice(from.length), write);
    }
  }
}
