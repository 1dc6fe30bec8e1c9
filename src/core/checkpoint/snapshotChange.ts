/** File type and permissions as in `stat.mode`, for example 0o100600. */
export type FileMode = number;

/** The mode of every symbolic link, since a link's own permissions are meaningless. */
export const SYMLINK_MODE = 0o120000;
/** The mode assumed for a regular file whose mode is unknown. */
export const DEFAULT_FILE_MODE = 0o100644;

/** A file as it is listed in a snapshot. */
export interface SnapshotEntry {
  readonly mode: FileMode;
  /** The id of the content. Undefined if the content was not captured, for example because it is too large. */
  readonly blob?: string;
}

/** A snapshot entry together with the size of its content. */
export interface SnapshotFile extends SnapshotEntry {
  readonly sizeBytes: number;
}

/** One difference between two snapshots. Paths are relative to the root and use `/` as the separator. */
export type SnapshotDifference<State = SnapshotEntry> =
  | { readonly kind: 'created'; readonly path: string; readonly after: State }
  | { readonly kind: 'deleted'; readonly path: string; readonly before: State }
  | {
      readonly kind: 'modified';
      readonly path: string;
      readonly before: State;
      readonly after: State;
    }
  | {
      readonly kind: 'renamed';
      readonly from: string;
      readonly path: string;
      readonly before: State;
      readonly after: State;
    };

/** A difference whose contents have been inspected. */
export type SnapshotChange = SnapshotDifference<SnapshotFile> & { readonly binary: boolean };

/** All paths involved in the changes. For a renamed file these are its old and its new path. */
export function touchedPaths(changes: readonly SnapshotDifference[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(change =>
      change.kind === 'renamed' ? [change.from, change.path] : [change.path],
    ),
  );
}
