import { sep } from 'node:path';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { getErrorMessage } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { FileReconciler } from './fileReconciler.ts';

/** Reconciles many files, by default all that are under review. An error in one of them does not affect the others. */
export class BulkReconciler {
  readonly #reconciler: FileReconciler;
  readonly #model: ReviewModel;
  readonly #logger: Logger;

  constructor(reconciler: FileReconciler, model: ReviewModel, logger: Logger) {
    this.#reconciler = reconciler;
    this.#model = model;
    this.#logger = logger;
  }

  /** The review model may be ahead of the last recorded snapshot, so its files are compared one by one. */
  async reconcile(
    originOf: (path: string) => Origin | undefined,
    paths = this.#reviewedPaths,
  ): Promise<void> {
    await this.run(paths, path => this.#reconciler.reconcile(path, { origin: originOf(path) }));
  }

  async reconcileAsUser(paths = this.#reviewedPaths): Promise<void> {
    await this.run(paths, path => this.#reconciler.reconcileAsUser(path));
  }

  /** Reconciles a file if it is under review. A folder that is gone, or has come back, is reported without the files in it. */
  async reconcileAsUserBelow(path: string): Promise<void> {
    await this.reconcileAsUser(
      this.#reviewedPaths.filter(file => file === path || file.startsWith(path + sep)),
    );
  }

  async run(paths: readonly string[], task: (path: string) => Promise<unknown>): Promise<void> {
    await mapWithLimit(paths, path =>
      task(path).catch((error: unknown) =>
        this.#logger.warn(`Review of ${path}: ${getErrorMessage(error)}`),
      ),
    );
  }

  get #reviewedPaths(): readonly string[] {
    const files = [...this.#model.state.files.values()].filter(file => !file.proposal);
    return [...new Set(files.map(({ current }) => current.path))];
  }
}
