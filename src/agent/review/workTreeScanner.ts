import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Called with the files that a scan reads next. What was reported about them before is then part of the scan. */
  willReadFiles(paths: readonly string[]): void;
}

/** How long reading a file is retried: another program may have locked it. */
const RETRY_LIMIT_MS = 3_000;

/** How often a snapshot is tried at the start of a turn, and the pause in between: git may be busy. */
const RESET_ATTEMPTS = 5;
const RESET_RETRY_MS = 200;

/** How many names a message lists. */
const NAME_LIMIT = 20;

const hasAppeared = ({ change }: WorkTreeChange): boolean =>
  change.kind === 'created' || change.kind === 'renamed';

/** Compares work trees with their baselines, and reconciles the differences. */
export class WorkTreeScanner {
  readonly #options: WorkTreeScannerOptions;
  /** Files that cannot be reviewed and were reported already. */
  readonly #reported = new Set<string>();
  /** Changes that cannot be reviewed and are not reported yet, as relative paths. */
  readonly #unreviewable = new Set<string>();
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

  /**
   * Makes the current content the baseline. If that fails several times, the previous baseline stays, so that nothing an
   * agent does becomes part of it.
   */
  async resetBaseline(roots: readonly string[]): Promise<void> {
    let left = await this.#options.trees.open(roots);
    for (let attempt = 1; left.length > 0 && attempt <= RESET_ATTEMPTS; attempt += 1) {
      const failed: WorkTree[] = [];
      for (const tree of left) {
        const isQuiet = attempt < RESET_ATTEMPTS;
        if (!(await this.#runReportingErrors(tree, () => tree.resetBaseline(), isQuiet))) {
          failed.push(tree);
        }
      }
      left = failed;
      await (left.length > 0 ? sleep(RESET_RETRY_MS) : undefined);
    }
  }

  /** Makes the current content the baseline. Returns the paths that have appeared since the previous one. */
  async resetBaselineFindingFiles(roots: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const tree of await this.#options.trees.open(roots)) {
      const isFound = await this.#runReportingErrors(
        tree,
        async () => {
          const { changes, now } = await tree.findChanges();
          found.push(...changes.filter(hasAppeared).map(({ path }) => path));
          tree.setBaseline(now);
        },
        true,
      );
      await (isFound ? undefined : this.resetBaseline([tree.root]));
    }
    return found;
  }

  /** Returns the folders that could not be compared. */
  async scan(roots: readonly string[], isQuiet = false): Promise<readonly string[]> {
    const left = new Set(await this.#options.trees.open(roots));
    this.#previousRetries = this.#retries;
    this.#retries = new Map();
    for (const tree of left) {
      const isCompared = await this.#runReportingErrors(
        tree,
        async () => {
          const { changes, now } = await tree.findChanges();
          const uncaptured = changes.filter(({ change }) => isUncaptured(change));
          this.#collectUncaptured(tree, uncaptured);
          tree.setBaseline(await tree.excludeChanges(now, await this.#reconcileAll(changes)));
        },
        isQuiet,
      );
      if (isCompared) {
        left.delete(tree);
      }
    }
    return [...left].map(({ root }) => root);
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
      const read = changes.filter(({ change }) => !isUncaptured(change));
      this.#options.willReadFiles(read.map(({ path }) => path));
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
      return await this.#options.reconciler.reconcileChange(change, one =>
        this.#options.originOf(one),
      );
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
      t("Can't review agent changes to {0}. {1}", path, getErrorMessage(error)),
    );
    return true;
  }

  /**
   * Tells what changed since the turn started and can be neither reviewed nor restored, because snapshots leave it out;
   * `undefined` if nothing did.
   */
  async describeUnreviewable(roots: readonly string[]): Promise<string | undefined> {
    const trees = await this.#options.trees.open(roots);
    const realRoots = trees.map(({ snapshots }) => snapshots.root);
    for (const tree of trees) {
      await this.#runReportingErrors(tree, async () => {
        const names = await tree.findUnreviewableChanges(realRoots);
        names
          .filter(name => this.#isUnreviewed(tree, name))
          .forEach(name => this.#unreviewable.add(name));
      });
    }
    const names = [...this.#unreviewable].toSorted();
    this.#unreviewable.clear();
    return unreviewableNotice(names);
  }

  #isUnreviewed(tree: WorkTree, name: string): boolean {
    const path = tree.toAbsolutePath(name);
    return this.#options.originOf(path) !== undefined && !this.#options.reconciler.isReviewed(path);
  }

  /** Each file is reported once: it may be a database that changes all the time. */
  #collectUncaptured(tree: WorkTree, changes: readonly WorkTreeChange[]): void {
    const fresh = changes.filter(
      ({ path }) => !this.#reported.has(path) && this.#options.originOf(path),
    );
    for (const { path } of fresh) {
      this.#reported.add(path);
      this.#unreviewable.add(tree.toRelativePath(path));
    }
  }

  /**
   * A folder that cannot be compared must not affect the others. It is reported once, until it can be compared again, and
   * not at all if the task is tried again. Returns whether the task succeeded.
   */
  async #runReportingErrors(
    { root }: WorkTree,
    task: () => Promise<void>,
    isQuiet = false,
  ): Promise<boolean> {
    try {
      await task();
      this.#failingRoots.delete(root);
      return true;
    } catch (error) {
      const isNew =
        !isQuiet && !(error instanceof CancellationError) && !this.#failingRoots.has(root);
      if (isNew) {
        this.#failingRoots.add(root);
        this.#options.logger.error(
          t('Agent changes in {0} might not be reviewed. {1}', root, getErrorMessage(error)),
        );
      }
      return false;
    }
  }
}

function unreviewableNotice(names: readonly string[]): string | undefined {
  const [only] = names;
  if (only === undefined || names.length === 1) {
    return (
      only &&
      t(
        "{0} changed in this turn. Accord has no earlier copy, so you can't review or undo the change.",
        only,
      )
    );
  }
  const title = t(
    "{0} files or folders changed in this turn. Accord has no earlier copies, so you can't review or undo these changes.",
    names.length,
  );
  const shown = [...names.slice(0, NAME_LIMIT), ...(names.length > NAME_LIMIT ? ['…'] : [])];
  return [title, ...shown].join('\n');
}
