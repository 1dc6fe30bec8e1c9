import path from 'node:path';
import type { SnapshotDifference, FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { openSnapshotStore } from '../snapshot/openSnapshotStore.ts';
import type { Logger } from '../../core/logger.ts';
import type { SkipReason, Snapshot } from '../snapshot/model/snapshot.ts';
import { LostContentError } from '../snapshot/model/lostContentError.ts';
import type { AmendedFile, SnapshotStore } from '../snapshot/model/snapshotStore.ts';

/** Reasons that are not worth a warning: the user is told when such files change. */
const EXPECTED_REASONS: ReadonlySet<SkipReason> = new Set(['tooLarge', 'ignored']);

/** How many names a message lists. */
const NAME_LIMIT = 10;

/** A change, with absolute paths. */
export interface WorkTreeChange {
  readonly change: SnapshotDifference;
  readonly path: string;
  readonly from?: string;
  /** The bytes before and after, if any. */
  readonly before: () => Promise<Uint8Array | undefined>;
  readonly after: () => Promise<Uint8Array | undefined>;
}

/** Whether the content before is unknown: the file was too large, or could not be read. */
export const isUncaptured = (change: SnapshotDifference): boolean =>
  change.kind !== 'created' && change.before.blob === undefined;

/** A workspace folder with a baseline: the snapshot that changes are compared with. */
export class WorkTree {
  readonly root: string;
  readonly #snapshots: SnapshotStore;
  readonly #logger: Logger;
  /** Skipped files that were reported already. */
  readonly #reported = new Set<string>();
  #baseline: Snapshot | undefined;
  /** The snapshot since which changes of files that are not in snapshots are reported. */
  #reportedUntil: Snapshot | undefined;

  private constructor(root: string, snapshots: SnapshotStore, logger: Logger) {
    this.root = root;
    this.#snapshots = snapshots;
    this.#logger = logger;
  }

  static async open(root: string, storage: string, logger: Logger): Promise<WorkTree> {
    return new WorkTree(root, await openSnapshotStore({ root, storage }), logger);
  }

  get snapshots(): SnapshotStore {
    return this.#snapshots;
  }

  get baseline(): Snapshot | undefined {
    return this.#baseline;
  }

  /** Whether a path is in this folder, and not in its `.git` folder. */
  contains(file: string): boolean {
    const relative = path.relative(this.root, file);
    const [first] = relative.split(path.sep);
    return relative !== '' && first !== '..' && first !== '.git' && !path.isAbsolute(relative);
  }

  /** Takes a snapshot and makes it the baseline. */
  async resetBaseline(): Promise<void> {
    this.#baseline = await this.#snapshots.take();
    this.#reportedUntil = this.#baseline;
    this.#reportSkipped(this.#baseline);
  }

  /** Continues from the baseline of an earlier window. */
  resumeFrom(snapshots: readonly Snapshot[]): void {
    this.#baseline = snapshots.find(({ root }) => root === this.#snapshots.root);
    this.#reportedUntil = this.#baseline;
  }

  /** Finds the changes since the baseline. The caller reconciles them, then calls `setBaseline`. */
  async findChanges(): Promise<{
    readonly changes: readonly WorkTreeChange[];
    readonly now: Snapshot;
  }> {
    if (!this.#baseline) {
      await this.resetBaseline();
    }
    const last = this.#baseline ?? (await this.#snapshots.take());
    const { after: now, changes } = await this.#snapshots
      .changesSince(last)
      .catch(error => this.#handleLostContent(error));
    this.#reportSkipped(now);
    return { now, changes: changes.map(change => this.#toWorkTreeChange(change)) };
  }

  /**
   * Finds the changes of files that are not in snapshots, since the turn started or since the last call. Returns
   * relative paths; those of folders end in `/`. `roots` are the real paths of all folders that have snapshots.
   */
  async findUnreviewableChanges(roots: readonly string[]): Promise<readonly string[]> {
    const [before, now] = [this.#reportedUntil, this.#baseline];
    if (!before || !now) {
      return [];
    }
    const { paths, isComplete } = await this.#snapshots.findUnreviewableChanges(before, now, roots);
    this.#reportedUntil = now;
    if (!isComplete) {
      this.#logger.warn(`Not all ignored files in ${this.root} could be checked for changes.`);
    }
    return paths;
  }

  setBaseline(now: Snapshot): void {
    this.#baseline = now;
  }

  /**
   * Reverts changes in a snapshot: they were gone before they could be read, or the next scan has to find them again.
   */
  async excludeChanges(now: Snapshot, changes: readonly WorkTreeChange[]): Promise<Snapshot> {
    const files = changes.flatMap(({ change }) => toPreviousFiles(change));
    return files.length === 0 ? now : this.#snapshots.amend(now, files);
  }

  /** The bytes of a file in the baseline. */
  async readBaseline(file: string): Promise<Uint8Array | undefined> {
    return this.#baseline && this.#snapshots.read(this.#baseline, this.toRelativePath(file));
  }

  /** The mode of a file in the baseline. */
  async getBaselineMode(file: string): Promise<FileMode | undefined> {
    return this.#baseline && this.#snapshots.modeOf(this.#baseline, this.toRelativePath(file));
  }

  /** The name of a file in snapshots. */
  toRelativePath(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  /** The absolute path of a file in a snapshot. */
  toAbsolutePath(name: string): string {
    return path.join(this.root, ...name.split('/'));
  }

  dispose(): void {
    this.#snapshots.dispose();
  }

  /** Lost content does not come back. A new baseline makes at least later changes visible. */
  async #handleLostContent(error: unknown): Promise<never> {
    if (error instanceof LostContentError) {
      await this.resetBaseline();
    }
    throw error;
  }

  /** Reports each file once. Files that are too large or ignored are reported when they change. */
  #reportSkipped({ skipped }: Snapshot): void {
    const names = skipped
      .filter(
        ({ reason, path: name }) => !EXPECTED_REASONS.has(reason) && !this.#reported.has(name),
      )
      .map(({ path: name }) => name);
    names.forEach(name => this.#reported.add(name));
    if (names.length > 0) {
      const some = [...names.slice(0, NAME_LIMIT), ...(names.length > NAME_LIMIT ? ['...'] : [])];
      this.#logger.warn(
        `Not looked at in ${this.root}, unreadable or too much: ${some.join(', ')}`,
      );
    }
  }

  #toWorkTreeChange(change: SnapshotDifference): WorkTreeChange {
    const file = this.toAbsolutePath(change.path);
    const read = async (blob: string | undefined): Promise<Uint8Array | undefined> =>
      blob === undefined ? undefined : this.#snapshots.readBlob(blob);
    const located = {
      change,
      path: file,
      before: () => read(change.kind === 'created' ? undefined : change.before.blob),
      after: () => read(change.kind === 'deleted' ? undefined : change.after.blob),
    };
    return change.kind === 'renamed'
      ? { ...located, from: this.toAbsolutePath(change.from) }
      : located;
  }
}

/** Turns a file in a snapshot into what it was before a change. */
function toPreviousFiles(change: SnapshotDifference): readonly AmendedFile[] {
  switch (change.kind) {
    case 'created':
      return [{ path: change.path }];
    case 'renamed':
      return [{ path: change.path }, { path: change.from, ...change.before }];
    case 'deleted':
    case 'modified':
      return [{ path: change.path, ...change.before }];
  }
}
