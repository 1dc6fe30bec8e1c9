import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { CancellationError, getErrorMessage } from '../../core/errors.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import { t } from '../../core/l10n.ts';
import type { Logger } from '../../core/logger.ts';
import type { FileReconciler } from './fileReconciler.ts';
import { isUncaptured, type WorkTreeChange, type WorkTree } from './workTree.ts';
import type { WorkTrees } from './workTrees.ts';

export interface WorkTreeScannerOptions {
  readonly trees: WorkTrees;
  readonly reconciler: FileReconciler;
  readonly logger: Logger;
  originOf(path: string): Origin | undefined;
}

/** How long reading a file is retried: another program may have locked it. */
const RETRY_LIMIT_MS = 3_000;

/** How many names a message lists. */
const NAME_LIMIT = 5;

/** Compares work trees with their baselines, and reconciles the differences. */
export class WorkTreeScanner {
  readonly #options: WorkTreeScannerOptions;
  /** Files that cannot be reviewed and were reported already. */
  readonly #reported = new Set<string>();
  /** Folders that cannot be compared and were reported already. */
  readonly #failingRoots = new Set<string>();
  /**
   * Files that could not be reconciled in the last scan, with the time of the first attempt, and those of the scan
   * before.
   */
  #retries = new Map<string, number>();
  #previousRetries: ReadonlyMap<string, number> = new Map();

  constructor(options: WorkTreeScannerOptions) {
    this.#options = options;
  }

  /** Whether a file has to be tried again. */
  get hasPendingRetries(): boolean {
    return this.#retries.size > 0;
  }

  /** Makes the current content the baseline. */
  async resetBaseline(roots: readonly string[]): Promise<void> {
    for (const tree of await this.#options.trees.open(roots)) {
      await this.#runReportingErrors(tree, () => tree.resetBaseline());
    }
  }

  /** Returns whether all folders could be compared. */
  async scan(roots: readonly string[]): Promise<boolean> {
    const left = new Set(await this.#options.trees.open(roots));
    this.#previousRetries = this.#retries;
    this.#retries = new Map();
    for (const tree of left) {
      await this.#runReportingErrors(tree, async () => {
        const { changes, now } = await tree.findChanges();
        this.#reportUncaptured(changes.filter(({ change }) => isUncaptured(change)));
        tree.setBaseline(await tree.excludeChanges(now, await this.#reconcileAll(changes)));
        left.delete(tree);
      });
    }
    return left.size === 0;
  }

  /**
   * Reconciles files in parallel, unless one may have taken the place of another. Returns the changes that must not
   * become part of the baseline.
   */
  async #reconcileAll(changes: readonly WorkTreeChange[]): Promise<readonly WorkTreeChange[]> {
    const unreconciled: WorkTreeChange[] = [];
    const reconcile = async (change: WorkTreeChange): Promise<void> => {
      if (!(await this.#reconcile(change))) {
        unreconciled.push(this.#options.reconciler.remainderOf(change));
      }
    };
    if (changes.every(({ from }) => from === undefined)) {
      await mapWithLimit(changes, reconcile);
    } else {
      for (const change of changes) {
        await reconcile(change);
      }
    }
    return unreconciled;
  }

  /** Returns false if the change was gone before it could be read, or has to be tried again. */
  async #reconcile(change: WorkTreeChange): Promise<boolean> {
    const { path } = change;
    try {
      return await this.#options.reconciler.reconcileChange(change, this.#options.originOf(path));
    } catch (error) {
      return this.#hasGivenUp(path, error);
    }
  }

  #hasGivenUp(path: string, error: unknown): boolean {
    const sinceMs = this.#previousRetries.get(path) ?? Date.now();
    if (Date.now() - sinceMs < RETRY_LIMIT_MS) {
      this.#retries.set(path, sinceMs);
      this.#options.logger.warn(`Review of ${path}: ${getErrorMessage(error)}`);
      return false;
    }
    this.#options.logger.error(
      t('What an agent did to {0} cannot be reviewed. {1}', path, getErrorMessage(error)),
    );
    return true;
  }

  /** Reports each file once: it may be a database that changes all the time. */
  #reportUncaptured(changes: readonly WorkTreeChange[]): void {
    const paths = changes
      .map(({ path }) => path)
      .filter(path => !this.#reported.has(path) && this.#options.originOf(path));
    paths.forEach(path => this.#reported.add(path));
    const [only] = paths;
    if (only !== undefined) {
      this.#options.logger.error(
        paths.length === 1
          ? t(
              'While an agent was at work {0} changed. That cannot be reviewed: it was too large, or could not be read.',
              only,
            )
          : t(
              'While an agent was at work {0} files changed that were too large or could not be read. That cannot be reviewed: {1}',
              paths.length,
              [...paths.slice(0, NAME_LIMIT), ...(paths.length > NAME_LIMIT ? ['…'] : [])].join(
                ', ',
              ),
            ),
      );
    }
  }

  /**
   * A folder that cannot be compared must not affect the others. It is reported once, until it can be compared again.
   */
  async #runReportingErrors({ root }: WorkTree, task: () => Promise<void>): Promise<void> {
    try {
      await task();
      this.#failingRoots.delete(root);
    } catch (error) {
      const isNew = !(error instanceof CancellationError) && !this.#failingRoots.has(root);
      this.#failingRoots.add(root);
      if (isNew) {
        this.#options.logger.error(
          t('What agents do in {0} may go without a review. {1}', root, getErrorMessage(error)),
        );
      }
    }
  }
}
