import { setImmediate } from 'node:timers/promises';
import type { ChangeAuthor } from '../../core/review/file/changeFile.ts';
import { sameForm, toFileSide, type FileContent } from '../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { LineEdit } from '../../core/diff/lineEdit.ts';
import { splitLines, type Lines } from '../../core/text/lines.ts';

/** Compares texts, possibly on another thread. */
export interface TextComparer {
  edits(before: Lines, after: Lines): readonly LineEdit[] | Promise<readonly LineEdit[]>;
}

/**
 * How often a text is compared again because the model changed in the meantime. After that it is compared on this
 * thread.
 */
const ATTEMPTS = 3;

/** Texts with more lines than this yield to other tasks before they are compared. */
const YIELD_LINES = 10_000;

/** Records the current content of files in the review model. Large texts are compared on another thread. */
export class ReviewModelWriter {
  readonly #model: ReviewModel;
  readonly #comparer: TextComparer;

  constructor(model: ReviewModel, comparer: TextComparer) {
    this.#model = model;
    this.#comparer = comparer;
  }

  /** `before` is the user's content. It is used only for a file that is not under review yet. */
  async write(
    path: string,
    after: FileContent,
    author: ChangeAuthor,
    before: FileContent | null,
  ): Promise<void> {
    if (await this.#writeLines(path, after, author, before)) {
      return;
    }
    this.#model.recordWrite(path, after, author, before);
  }

  /**
   * Returns false if nothing was recorded. The model may have changed each time, or more than lines has changed: that is recorded
   * as one event, because changes that have vanished are recognized by all of it when they return.
   */
  async #writeLines(
    path: string,
    after: FileContent,
    author: ChangeAuthor,
    before: FileContent | null,
  ): Promise<boolean> {
    const lines = splitLines(after.kind === 'text' ? after.text : '');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const known = this.#model.getFile(path)?.current;
      const now = known ?? (before && toFileSide(path, before));
      if (!now || now.form.kind !== 'text' || !sameForm(now.form, after)) {
        return false;
      }
      await yieldIfLong(lines); // Splitting took a moment, and comparing takes another.
      const found = this.#comparer.edits(now.lines, lines);
      const edits = found instanceof Promise ? await found : found;
      if (this.#model.getFile(path)?.current === known) {
        this.#model.recordEdits(path, edits, author, before);
        return true;
      }
    }
    return false;
  }
}

async function yieldIfLong(lines: Lines): Promise<void> {
  if (lines.length > YIELD_LINES) {
    await setImmediate();
  }
}
