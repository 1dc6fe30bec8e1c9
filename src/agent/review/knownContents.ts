import type { FileContent } from '../../core/review/file/fileSide.ts';

/** The last known content of a file that is not in the review model. */
export interface KnownContent {
  readonly path: string;
  readonly content: FileContent;
}

/** The last known contents of files, ordered by a logical clock. A scan replaces them by a snapshot. */
export class KnownContents {
  readonly #contents = new Map<string, { readonly content: FileContent; readonly at: number }>();
  #clock = 0;

  get all(): readonly KnownContent[] {
    return [...this.#contents].map(([path, { content }]) => ({ path, content }));
  }

  has(path: string): boolean {
    return this.#contents.has(path);
  }

  get(path: string): FileContent | undefined {
    return this.#contents.get(path)?.content;
  }

  set(path: string, content: FileContent): void {
    this.#contents.set(path, { content, at: this.tick() });
  }

  /** Advances the clock. */
  tick(): number {
    return ++this.#clock;
  }

  /** Forgets contents that are older than a scan: the snapshots have them. */
  forget(before: number): void {
    for (const [path, { at }] of this.#contents) {
      if (at < before) {
        this.#contents.delete(path);
      }
    }
  }
}
