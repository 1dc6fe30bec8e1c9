import { getErrorMessage, UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { createReviewSnapshot } from '../../core/review/model/reviewSnapshot.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { Logger } from '../../core/logger.ts';
import type { BlobStore } from '../review/blobStore.ts';
import type { ChangeTracker } from '../review/changeTracker.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import { folderSize } from '../disk/folderSize.ts';
import type { Checkpoints } from './checkpoints.ts';

export interface SnapshotGarbageCollectorOptions {
  /** The folder with everything that is stored. */
  readonly folder: string;
  readonly checkpoints: Checkpoints;
  readonly tracker: ChangeTracker;
  readonly trees: WorkTrees;
  readonly blobs: BlobStore;
  readonly model: ReviewModel;
  /** Beyond this the oldest checkpoints are dropped. */
  readonly limitBytes: () => number;
  /** Whether this window owns the review. Otherwise it does not know what is needed. */
  readonly isOwner: () => boolean;
  /** The sessions that still exist. */
  readonly sessions: () => Promise<ReadonlySet<string>>;
  readonly logger: Logger;
}

/** Garbage is collected after this many turns. */
const COLLECT_EVERY_TURNS = 50;
/** The size is checked after this many turns. */
const CHECK_SIZE_EVERY_TURNS = 10;

/** Limits the disk space that the review and the checkpoints take. */
export class SnapshotGarbageCollector implements Disposable {
  readonly #options: SnapshotGarbageCollectorOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SnapshotGarbageCollectorOptions) {
    this.#options = options;
  }

  async sizeBytes(): Promise<number> {
    return folderSize(this.#options.folder).catch(() => 0); // There is none yet.
  }

  /** Collects garbage after a delay, if it is due. */
  scheduleCollect(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.collectIfDue().catch((error: unknown) =>
        this.#options.logger.warn(`Snapshots could not be tidied: ${getErrorMessage(error)}`),
      );
    }, delayMs);
  }

  /** Collects garbage if there have been enough turns since the last time, and no turn is running. */
  async collectIfDue(): Promise<void> {
    const { tracker } = this.#options;
    if (!tracker.isRunning && (await this.#isDue())) {
      await this.collect();
    }
  }

  /** Deletes what neither an existing session, nor the review, nor a running turn needs. */
  async collect(): Promise<void> {
    const { checkpoints, tracker, sessions, isOwner: isOurs } = this.#options;
    if (!isOurs()) {
      return;
    }
    const known = new Set(checkpoints.all.map(({ sessionId }) => sessionId));
    const kept = await sessions();
    await tracker.runExclusive(async () => {
      // A session that started in the meantime is not among those that were listed.
      await checkpoints.keepOnly(({ sessionId }) => kept.has(sessionId) || !known.has(sessionId));
      await this.#prune();
      while (checkpoints.all.length > 0 && (await this.#exceedsLimit())) {
        await this.#dropOldest();
      }
    });
  }

  /** Deletes all checkpoints. What is pending in the review stays. */
  async clear(): Promise<void> {
    if (!this.#options.isOwner()) {
      throw new UserError(
        t('Another window is using these checkpoints. Delete them there, or reload this window.'),
      );
    }
    await this.#options.tracker.runExclusive(async () => {
      await this.#options.checkpoints.keepOnly(() => false);
      await this.#prune();
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #isDue(): Promise<boolean> {
    const { checkpoints, sessions } = this.#options;
    const { turnsSinceCleanup: sinceTidy } = checkpoints;
    if (sinceTidy >= COLLECT_EVERY_TURNS) {
      return true;
    }
    const kept = await sessions();
    return (
      checkpoints.all.some(({ sessionId }) => !kept.has(sessionId)) ||
      (sinceTidy > 0 && sinceTidy % CHECK_SIZE_EVERY_TURNS === 0 && (await this.#exceedsLimit()))
    );
  }

  async #exceedsLimit(): Promise<boolean> {
    return (await this.sizeBytes()) > this.#options.limitBytes();
  }

  /** Half of the checkpoints at once, since each step has to go through everything that is stored. */
  async #dropOldest(): Promise<void> {
    const { checkpoints } = this.#options;
    const { all } = checkpoints;
    const dropped = new Set(all.slice(0, Math.ceil(all.length / 2)));
    await checkpoints.keepOnly(one => !dropped.has(one));
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const { checkpoints, trees, blobs, model } = this.#options;
    await trees.prune(checkpoints.snapshots);
    await blobs.keepOnly(
      findHashes([createReviewSnapshot(model.state), ...checkpoints.blobReferences]),
      Date.now(),
    );
  }
}

/** The hashes that a saved review refers to. */
const findHashes = (saved: unknown): ReadonlySet<string> =>
  new Set(
    [...JSON.stringify(saved).matchAll(/"hash":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash),
  );
