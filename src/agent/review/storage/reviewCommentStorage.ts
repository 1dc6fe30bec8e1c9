import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Sequencer } from '../../../core/async/sequencer.ts';
import { ensurePrivateFolder } from '../../disk/ensurePrivateFolder.ts';
import { writeFileAtomic } from '../../disk/writeFileAtomic.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import {
  parseReviewComments,
  type ReviewComment,
} from '../../../core/review/comments/reviewComment.ts';
import type { Logger } from '../../../core/logger.ts';

/** Stores comments on hunks that were not sent yet. */
export class ReviewCommentStorage {
  readonly #file: string;
  readonly #logger: Logger;
  readonly #writes = new Sequencer();
  #pending: readonly ReviewComment[] | undefined;

  constructor(file: string, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
  }

  /** Returns no comments if the file is missing or damaged. */
  async load(): Promise<readonly ReviewComment[]> {
    try {
      return parseReviewComments(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch {
      return []; // There were none.
    }
  }

  /** Writes all comments. If several saves are waiting, only the last one is written. */
  save(comments: readonly ReviewComment[]): void {
    this.#pending = comments;
    void this.#writes.queue(() =>
      this.#write().catch((error: unknown) =>
        this.#logger.error(`Your comments could not be saved: ${getErrorMessage(error)}`),
      ),
    );
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#writes.whenIdle();
  }

  async #write(): Promise<void> {
    const comments = this.#pending;
    this.#pending = undefined;
    if (comments?.length === 0) {
      await rm(this.#file, { force: true });
    } else if (comments) {
      await ensurePrivateFolder(path.dirname(this.#file));
      await writeFileAtomic(this.#file, JSON.stringify(comments));
    }
  }
}
