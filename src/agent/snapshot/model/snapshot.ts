/** The state of one workspace folder at one moment. A plain value: it can be kept and read back. */
export interface Snapshot {
  readonly root: string;
  /** Names the whole content; equal trees mean equal bytes. */
  readonly tree: string;
  /** Where it is noted who may do what with its files, if the tree itself does not tell. */
  readonly permissions?: string;
  /** What is not in it, and why. */
  readonly skipped: readonly SkippedPath[];
}

/** Something that a snapshot leaves out. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: SkipReason;
  /** Of a file that is too large: enough to notice that it changed. */
  readonly sizeBytes?: number;
  readonly mtimeMs?: number;
}

/** Why a path is not in a snapshot. */
export type SkipReason = 'tooLarge' | 'unreadable' | 'nameNotUtf8' | 'tooManyFiles';

/** Limits on what a snapshot reads. */
export interface SnapshotLimits {
  /** A file that neither git nor an earlier snapshot knows is left out beyond this size. */
  readonly newFileBytes: number;
  /** A known file that has changed is left out beyond this size. */
  readonly knownFileBytes: number;
  /** A repository inside the workspace is left out beyond this number of files. */
  readonly nestedFiles: number;
}

/** The limits unless told otherwise. */
export const SNAPSHOT_LIMITS: SnapshotLimits = {
  newFileBytes: 2 * 1024 * 1024,
  knownFileBytes: 50 * 1024 * 1024,
  nestedFiles: 20_000,
};
