import type {
  SnapshotChange,
  SnapshotDifference,
  FileMode,
} from '../../../core/checkpoint/snapshotChange.ts';
import type { Disposable } from '../../../core/disposableStore.ts';
import type { Snapshot } from './snapshot.ts';
import type { UnreviewableChanges } from './unreviewableChanges.ts';

/** Takes, compares and reads snapshots of one workspace folder. Does not touch the user's repository. */
export interface SnapshotStore extends Disposable {
  readonly root: string;

  /** Captures the folder as it is on disk. Of the ignored files only small ones are included. */
  take(signal?: AbortSignal): Promise<Snapshot>;

  changes(from: Snapshot, to: Snapshot, signal?: AbortSignal): Promise<readonly SnapshotChange[]>;

  /** Takes a snapshot and compares it with an earlier one, without reading contents. */
  changesSince(snapshot: Snapshot, signal?: AbortSignal): Promise<ChangesSince>;

  /** The exact bytes (of a link: its target); `undefined` if the snapshot has no such file. */
  read(snapshot: Snapshot, path: string): Promise<Uint8Array | undefined>;
  readBlob(blob: string): Promise<Uint8Array>;
  /** The mode of a file; `undefined` if the snapshot has no such file. */
  modeOf(snapshot: Snapshot, path: string): Promise<FileMode | undefined>;

  /** A copy of the snapshot with other content for some files. */
  amend(snapshot: Snapshot, files: readonly AmendedFile[]): Promise<Snapshot>;

  /** What changed between two snapshots among the files that they leave out. The later one is the latest. */
  findUnreviewableChanges(
    before: Snapshot,
    after: Snapshot,
    roots: readonly string[],
  ): Promise<UnreviewableChanges>;

  /** Deletes what none of the given snapshots and blobs needs. */
  prune(needed: NeededObjects): Promise<void>;
}

/** A new snapshot, and the differences to an earlier one. */
export interface ChangesSince {
  readonly after: Snapshot;
  readonly changes: readonly SnapshotDifference[];
}

/** A file for `amend`: a stored blob, or none to remove the file. */
export interface AmendedFile {
  readonly path: string;
  readonly blob?: string;
  readonly mode?: FileMode;
}

/** What `prune` must keep. */
export interface NeededObjects {
  readonly trees: readonly string[];
  readonly blobs?: readonly string[];
}
