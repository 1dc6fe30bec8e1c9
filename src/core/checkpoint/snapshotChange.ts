/** What a path is on disk and who may do what with it, as the system says it: 0o100600. A link is just that. */
export type FileMode = number;

/** The mode of every link: its own permissions mean nothing. */
export const SYMLINK_MODE = 0o120000;
/** The mode of a file like most, where nobody told another. */
export const DEFAULT_FILE_MODE = 0o100644;

/** A file as a snapshot names it. */
export interface SnapshotEntry {
  readonly mode: FileMode;
  /** The content's id. Missing when the content was not captured, for instance because it is too large. */
  readonly blob?: string;
}

/** A file as it stands in a snapshot. */
export interface SnapshotFile extends SnapshotEntry {
  readonly sizeBytes: number;
}

/** One difference between two snapshots. Paths are relative to the root, with `/` between names. */
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

/** A difference, and what a closer look at the contents tells. */
export type SnapshotChange = SnapshotDifference<SnapshotFile> & { readonly binary: boolean };

/** Every path that a list of changes names: a renamed file counts under both its names. */
export function touchedPaths(changes: readonly SnapshotDifference[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(change =>
      change.kind === 'renamed' ? [change.from, change.path] : [change.path],
    ),
  );
}
