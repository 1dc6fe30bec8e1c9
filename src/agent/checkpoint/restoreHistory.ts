import type { ReviewSnapshot } from '../../core/review/model/reviewSnapshotSchema.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import type { RestoreResult } from '../snapshot/restore.ts';
import type { RestoredLine, UndoneLine } from './checkpointFile.ts';
import type { UncapturedChange } from './planUncapturedRestore.ts';

/** A completed restore, which can be undone. */
export interface CheckpointRestoreResult {
  readonly id: string;
  readonly trees: readonly { readonly restored: RestoreResult }[];
  /** Restored files that are in no snapshot. */
  readonly uncaptured: readonly UncapturedChange[];
  /** Files that are in no snapshot and could not be restored. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** What was pending in these files before. */
  readonly pending?: ReviewSnapshot | undefined;
}

/** How many restores can be undone. */
const UNDO_LIMIT = 20;

/** The restores that can be undone, in this window and in later ones. */
export class RestoreHistory {
  #restores: readonly CheckpointRestoreResult[] = [];
  /** Undone restores can be repeated, but only in this window. */
  #undone: readonly CheckpointRestoreResult[] = [];

  get last(): CheckpointRestoreResult | undefined {
    return this.#restores.at(-1);
  }

  /** The snapshots that are needed to undo the restores. */
  get snapshots(): readonly Snapshot[] {
    return this.#all.flatMap(({ trees }) =>
      trees.flatMap(({ restored }) => [restored.before, restored.after]),
    );
  }

  /** Contents and reviews that are needed to undo the restores, and that refer to blobs. */
  get blobReferences(): readonly unknown[] {
    return this.#all.flatMap(({ pending, uncaptured }) => [pending, uncaptured]);
  }

  get lines(): readonly RestoredLine[] {
    return this.#restores.map(toRestoredLine);
  }

  add(result: CheckpointRestoreResult): void {
    this.#restores = [...this.#restores, result].slice(-UNDO_LIMIT);
  }

  /** Moves a restore that was undone out of the way of earlier ones. `repeat` is what undoes the undo. */
  markUndone(id: string, repeat?: CheckpointRestoreResult): void {
    this.#restores = this.#restores.filter(one => one.id !== id);
    this.#undone = [...this.#undone, ...(repeat ? [repeat] : [])].slice(-UNDO_LIMIT);
  }

  load(line: RestoredLine | UndoneLine): void {
    if ('undoneRestore' in line) {
      this.markUndone(line.undoneRestore);
      return;
    }
    const { trees, ...rest } = line.restored;
    this.add({
      ...rest,
      failed: [],
      trees: trees.map(({ restored }) => ({
        restored: { ...restored, paths: new Set(restored.paths) },
      })),
    });
  }

  get #all(): readonly CheckpointRestoreResult[] {
    return [...this.#restores, ...this.#undone];
  }
}

/** A restore as it is stored. */
export function toRestoredLine({
  id,
  trees,
  uncaptured,
  pending,
}: CheckpointRestoreResult): RestoredLine {
  return {
    restored: {
      id,
      trees: trees.map(({ restored: { before, after, paths, failed } }) => ({
        restored: {
          before: toSerializable(before),
          after: toSerializable(after),
          paths: [...paths],
          failed: [...failed],
        },
      })),
      uncaptured: [...uncaptured],
      ...(pending ? { pending } : {}),
    },
  };
}

/** A snapshot as it is stored. */
export const toSerializable = (snapshot: Snapshot) => ({
  ...snapshot,
  skipped: [...snapshot.skipped],
});
