/** What a path is on disk, as far as a snapshot keeps it. */
export type FileMode = 'file' | 'executable' | 'symlink';

/** A file as it stands in a snapshot. */
export interface FileState {
  readonly mode: FileMode;
  readonly sizeBytes: number;
  /** The content's id. Missing when the content was not captured, for instance because it is too large. */
  readonly blob?: string;
}

/** One difference between two snapshots. Paths are relative to the root, with `/` between names. */
export type FileChange =
  | {
      readonly kind: 'created';
      readonly path: string;
      readonly after: FileState;
      readonly binary: boolean;
    }
  | {
      readonly kind: 'deleted';
      readonly path: string;
      readonly before: FileState;
      readonly binary: boolean;
    }
  | {
      readonly kind: 'modified';
      readonly path: string;
      readonly before: FileState;
      readonly after: FileState;
      readonly binary: boolean;
    }
  | {
      readonly kind: 'renamed';
      readonly from: string;
      readonly path: string;
      readonly before: FileState;
      readonly after: FileState;
      readonly binary: boolean;
    };

/** Every path that a list of changes names: a renamed file counts under both its names. */
export function touchedPaths(changes: readonly FileChange[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(change =>
      change.kind === 'renamed' ? [change.from, change.path] : [change.path],
    ),
  );
}
