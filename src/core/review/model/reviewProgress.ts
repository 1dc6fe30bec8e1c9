/** The position of a file among those of the current review. */
export interface FilePosition {
  readonly file: number;
  readonly files: number;
}

/** Numbers the files of a review. Decided files count too, so that the numbers stay the same until everything is decided. */
export class ReviewProgress {
  #paths: readonly string[] = [];
  #isDone = true;

  /** Adds the files that are pending now. After everything was decided, a new review begins. */
  update(pending: readonly string[]): void {
    if (pending.length === 0) {
      this.#isDone = true;
      return;
    }
    const known = new Set(this.#isDone ? [] : this.#paths);
    this.#isDone = false;
    if (known.size === 0 || pending.some(path => !known.has(path))) {
      this.#paths = [...new Set([...known, ...pending])].toSorted();
    }
  }

  positionOf(path: string): FilePosition | undefined {
    const index = this.#paths.indexOf(path);
    return index < 0 ? undefined : { file: index + 1, files: this.#paths.length };
  }
}
