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
  readonly notes: Logger;
  originOf(path: string): Origin | undefined;
}

/** How long reading a file is retried: another program may have locked it. */
const PATIENCE_MS = 3_000;

/** How many names a message lists. */
const NAMED = 5;

/** Compares work trees with their baselines, and reconciles the differences. */
export class WorkTreeScanner {
  readonly #parts: WorkTreeScannerOptions;
  /** Files that cannot be reviewed and were reported already. */
  readonly #said = new Set<string>();
  /** Folders that cannot be compared and were reported already. */
  readonly #failing = new Set<string>();
  /**
   * Files that could not be reconciled in the last scan, with the time of the first attempt, and those of the scan
   * before.
   */
  #open = new Map<string, number>();
  #earlier: ReadonlyMap<string, number> = new Map();

  constructor(parts: WorkTreeScannerOptions) {
    this.#parts = parts;
  }

  /** Whether a file has to be tried again. */
  get hasPendingRetries(): boolean {
    return this.#open.size > 0;
  }

  /** Makes the current content the baseline. */
  async resetBaseline(roots: readonly string[]): Promise<void> {
    for (const tree of await this.#parts.trees.open(roots)) {
      await this.#in(tree, () => tree.resetBaseline());
    }
  }

  /** Returns whether all folders could be compared. */
  async scan(roots: readonly string[]): Promise<boolean> {
    const left = new Set(await this.#parts.trees.open(roots));
    this.#earlier = this.#open;
    this.#open = new Map();
    for (const tree of left) {
      await this.#in(tree, async () => {
        const { changes, now } = await tree.findChanges();
        this.#sayUncaptured(changes.filter(({ change }) => isUncaptured(change)));
        tree.setBaseline(await tree.excludeChanges(now, await this.#settleAll(changes)));
        left.delete(tree);
      });
    }
    return left.size === 0;
  }

  /**
   * Reconciles files in parallel, unless one may have taken the place of another. Returns the changes that must not
   * become part of the baseline.
   */
  async #settleAll(changes: readonly WorkTreeChange[]): Promise<readonly WorkTreeChange[]> {
    const unseen: WorkTreeChange[] = [];
    const settle = async (change: WorkTreeChange): Promise<void> => {
      if (!(await this.#isSettled(change))) {
        unseen.push(this.#parts.reconciler.remainderOf(change));
      }
    };
    if (changes.every(({ from }) => from === undefined)) {
      await mapWithLimit(changes, settle);
    } else {
      for (const change of changes) {
        await settle(change);
      }
    }
    return unseen;
  }

  /** Returns false if the change was gone before it could be read, or has to be tried again. */
  async #isSettled(change: WorkTreeChange): Promise<boolean> {
    const { path } = change;
    try {
      return await this.#parts.reconciler.reconcileChange(change, this.#parts.originOf(path));
    } catch (error) {
      return this.#isGivenUp(path, error);
    }
  }

  #isGivenUp(path: string, error: unknown): boolean {
    const sinceMs = this.#earlier.get(path) ?? Date.now();
    if (Date.now() - sinceMs < PATIENCE_MS) {
      this.#open.set(path, sinceMs);
      this.#parts.notes.warn(`Review of ${path}: ${getErrorMessage(error)}`);
      return false;
    }
    this.#parts.notes.error(
      t('What an agent did to {0} cannot be reviewed. {1}', path, getErrorMessage(error)),
    );
    return true;
  }

  /** Reports each file once: it may be a database that changes all the time. */
  #sayUncaptured(changes: readonly WorkTreeChange[]): void {
    const paths = changes
      .map(({ path }) => path)
      .filter(path => !this.#said.has(path) && this.#parts.originOf(path));
    paths.forEach(path => this.#said.add(path));
    const [only] = paths;
    if (only !== undefined) {
      this.#parts.notes.error(
        paths.length === 1
          ? t(
              'While an agent was at work {0} changed. That cannot be reviewed: it was too large, or could not be read.',
              only,
            )
          : t(
              'While an agent was at work {0} files changed that were too large or could not be read. That cannot be reviewed: {1}',
              paths.length,
              [...paths.slice(0, NAMED), ...(paths.length > NAMED ? ['…'] : [])].join(', '),
            ),
      );
    }
  }

  /**
   * A folder that cannot be compared must not affect the others. It is reported once, until it can be compared again.
   */
  async #in({ root }: WorkTree, task: () => Promise<void>): Promise<void> {
    try {
      await task();
      this.#failing.delete(root);
    } catch (error) {
      const isNews = !(error instanceof CancellationError) && !this.#failing.has(root);
      this.#failing.add(root);
      if (isNews) {
        this.#parts.notes.error(
          t('What agents do in {0} may go without a review. {1}', root, getErrorMessage(error)),
        );
      }
    }
  }
}
