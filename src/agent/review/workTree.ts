import path from 'node:path';
import type { SnapshotDifference, FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { openSnapshotStore } from '../snapshot/openSnapshotStore.ts';
import type { Logger } from '../../core/logger.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { LostContentError } from '../snapshot/model/lostContentError.ts';
import type { AmendedFile, SnapshotStore } from '../snapshot/model/snapshotStore.ts';

/** So many names are said at once. */
const NAMED = 10;

/** A change, with absolute paths. */
export interface WorkTreeChange {
  readonly change: SnapshotDifference;
  readonly path: string;
  readonly from?: string;
  /** The bytes before and after, where there were any. */
  readonly before: () => Promise<Uint8Array | undefined>;
  readonly after: () => Promise<Uint8Array | undefined>;
}

/** Whether nobody knows what the file held before: it was too large, or could not be read. */
export const isUncaptured = (change: SnapshotDifference): boolean =>
  change.kind !== 'created' && change.before.blob === undefined;

/** One workspace folder and how it looked when somebody last looked. */
export class WorkTree {
  readonly root: string;
  readonly #snapshots: SnapshotStore;
  readonly #notes: Logger;
  /** What is not looked at, and was said to be so. */
  readonly #said = new Set<string>();
  #last: Snapshot | undefined;

  private constructor(root: string, snapshots: SnapshotStore, notes: Logger) {
    this.root = root;
    this.#snapshots = snapshots;
    this.#notes = notes;
  }

  static async open(root: string, storage: string, notes: Logger): Promise<WorkTree> {
    return new WorkTree(root, await openSnapshotStore({ root, storage }), notes);
  }

  /** The folder's snapshots, to go back to. */
  get snapshots(): SnapshotStore {
    return this.#snapshots;
  }

  get baseline(): Snapshot | undefined {
    return this.#last;
  }

  /** Whether a path lies in this folder, and is not git's own. */
  contains(file: string): boolean {
    const relative = path.relative(this.root, file);
    const [first] = relative.split(path.sep);
    return relative !== '' && first !== '..' && first !== '.git' && !path.isAbsolute(relative);
  }

  /** From now on changes are counted from here. */
  async resetBaseline(): Promise<void> {
    this.#last = await this.#snapshots.take();
    this.#say(this.#last);
  }

  /** Takes up where an earlier window was interrupted. */
  resumeFrom(snapshots: readonly Snapshot[]): void {
    this.#last = snapshots.find(({ root }) => root === this.#snapshots.root);
  }

  /** What is different since the last look. The caller settles it, then calls `seen`. */
  async findChanges(): Promise<{
    readonly changes: readonly WorkTreeChange[];
    readonly now: Snapshot;
  }> {
    if (!this.#last) {
      await this.resetBaseline();
    }
    const last = this.#last ?? (await this.#snapshots.take());
    const { now, changes } = await this.#snapshots
      .changesSince(last)
      .catch(error => this.#lost(error));
    this.#say(now);
    return { now, changes: changes.map(change => this.#placed(change)) };
  }

  setBaseline(now: Snapshot): void {
    this.#last = now;
  }

  /** A look without these changes: they were gone before anybody had a closer look, or the next one is to find them again. */
  async excludeChanges(now: Snapshot, changes: readonly WorkTreeChange[]): Promise<Snapshot> {
    const files = changes.flatMap(({ change }) => asBefore(change));
    return files.length === 0 ? now : this.#snapshots.amend(now, files);
  }

  /** The bytes of a file when somebody last looked. */
  async readBaseline(file: string): Promise<Uint8Array | undefined> {
    return this.#last && this.#snapshots.read(this.#last, this.toRelativePath(file));
  }

  /** The mode of a file when somebody last looked. */
  async getBaselineMode(file: string): Promise<FileMode | undefined> {
    return this.#last && this.#snapshots.modeOf(this.#last, this.toRelativePath(file));
  }

  /** A file as snapshots name it. */
  toRelativePath(file: string): string {
    return path.relative(this.root, file).split(path.sep).join('/');
  }

  /** Where a file is that snapshots name so. */
  toAbsolutePath(name: string): string {
    return path.join(this.root, ...name.split('/'));
  }

  dispose(): void {
    this.#snapshots.dispose();
  }

  /** What cannot be compared any more will never be: at least what comes now is found. */
  async #lost(error: unknown): Promise<never> {
    if (error instanceof LostContentError) {
      await this.resetBaseline();
    }
    throw error;
  }

  /** Once each. Of what is too large it is said when it changes. */
  #say({ skipped }: Snapshot): void {
    const names = skipped
      .filter(({ reason, path: name }) => reason !== 'tooLarge' && !this.#said.has(name))
      .map(({ path: name }) => name);
    names.forEach(name => this.#said.add(name));
    if (names.length > 0) {
      const some = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['...'] : [])];
      this.#notes.warn(`Not looked at in ${this.root}, unreadable or too much: ${some.join(', ')}`);
    }
  }

  #placed(change: SnapshotDifference): WorkTreeChange {
    const file = this.toAbsolutePath(change.path);
    const read = async (blob: string | undefined): Promise<Uint8Array | undefined> =>
      blob === undefined ? undefined : this.#snapshots.readBlob(blob);
    const placed = {
      change,
      path: file,
      before: () => read(change.kind === 'created' ? undefined : change.before.blob),
      after: () => read(change.kind === 'deleted' ? undefined : change.after.blob),
    };
    return change.kind === 'renamed'
      ? { ...placed, from: this.toAbsolutePath(change.from) }
      : placed;
  }
}

/** What makes a file in a snapshot what it was before a change. */
function asBefore(change: SnapshotDifference): readonly AmendedFile[] {
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
