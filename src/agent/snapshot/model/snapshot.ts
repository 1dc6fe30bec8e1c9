/** The state of a workspace folder at one moment. A plain value that can be serialized. */
export interface Snapshot {
  readonly root: string;
  /** The id of the whole content. Equal trees mean equal bytes. */
  readonly tree: string;
  /** The id of the permissions, if the tree does not include them. */
  readonly permissions?: string;
  readonly skipped: readonly SkippedPath[];
}

/** A path that a snapshot leaves out. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: SkipReason;
  /** For a file that is too large: enough to detect a change. */
  readonly sizeBytes?: number;
  readonly mtimeMs?: number;
}

export type SkipReason = 'tooLarge' | 'unreadable' | 'nameNotUtf8' | 'tooManyFiles';

export interface SnapshotLimits {
  /** A file that neither git nor an earlier snapshot knows is skipped beyond this size. */
  readonly newFileBytes: number;
  /** A known file that has changed is skipped beyond this size. */
  readonly knownFileBytes: number;
  /** A repository inside the workspace is skipped beyond this number of files. */
  readonly nestedFiles: number;
}

/** The default limits. */
export const SNAPSHOT_LIMITS: SnapshotLimits = {
  newFileBytes: 2 * 1024 * 1024,
  knownFileBytes: 50 * 1024 * 1024,
  nestedFiles: 20_000,
};
