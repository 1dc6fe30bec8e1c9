/** The state of a workspace folder at one moment. A plain value that can be serialized. */
export interface Snapshot {
  readonly root: string;
  /** The id of the whole content. Equal trees mean equal bytes. */
  readonly tree: string;
  /** The id of the permissions, if the tree does not include them. */
  readonly permissions?: string;
  readonly skipped: readonly SkippedPath[];
  /** When taking the snapshot began. Older snapshots do not have it. */
  readonly takenAtMs?: number;
}

/** A path that a snapshot leaves out. The path of a folder ends in `/`. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: SkipReason;
  /** For a file that is too large: enough to detect a change. */
  readonly sizeBytes?: number;
  readonly mtimeMs?: number;
}

export const SKIP_REASONS = [
  'tooLarge',
  'unreadable',
  'nameNotUtf8',
  'tooManyFiles',
  /** Ignored by git, and beyond the limits for ignored files. */
  'ignored',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SnapshotLimits {
  /** A file that neither git nor an earlier snapshot knows is skipped beyond this size. */
  readonly newFileBytes: number;
  /** A known file that has changed is skipped beyond this size. */
  readonly knownFileBytes: number;
  /** A repository inside the workspace is skipped beyond this number of files. */
  readonly nestedFiles: number;
  /** An ignored file is skipped beyond this size. */
  readonly ignoredFileBytes: number;
  /** An ignored folder is skipped beyond this number of files. */
  readonly ignoredFolderFiles: number;
  /** All ignored files of a workspace folder together. What does not fit is skipped. */
  readonly ignoredFiles: number;
  readonly ignoredBytes: number;
  /** How long one snapshot may search for new ignored files. What is not found by then is skipped. */
  readonly ignoredMs: number;
}

/** The default limits. */
export const SNAPSHOT_LIMITS: SnapshotLimits = {
  newFileBytes: 2 * 1024 * 1024,
  knownFileBytes: 50 * 1024 * 1024,
  nestedFiles: 20_000,
  ignoredFileBytes: 256 * 1024,
  ignoredFolderFiles: 500,
  ignoredFiles: 5_000,
  ignoredBytes: 32 * 1024 * 1024,
  ignoredMs: 300,
};
