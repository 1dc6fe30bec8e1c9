import {
  DEFAULT_FILE_MODE,
  type SnapshotChange,
  type SnapshotFile,
} from '../../../core/checkpoint/snapshotChange.ts';
import type { SkippedPath } from './snapshot.ts';

/**
 * Corrects changes for skipped paths: a file that one side skipped, itself or with its folder, was neither created nor
 * deleted, but is unknown.
 */
export function reconcileSkippedPaths(
  changes: readonly SnapshotChange[],
  from: readonly SkippedPath[],
  to: readonly SkippedPath[],
): readonly SnapshotChange[] {
  const before = unknownFiles(from);
  const after = unknownFiles(to);
  if (before.size === 0 && after.size === 0) {
    return changes;
  }
  const split = changes.flatMap(change => corrected(change, before, after));
  const seen = new Set(split.map(change => change.path));
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    name => !seen.has(name) && !name.endsWith('/'),
  );
  return [
    ...split,
    ...names.flatMap(name => unseenChange(name, before.get(name), after.get(name))),
  ];
}

/** Files, and folders with everything in them, whose names end in `/`. */
type UnknownFiles = ReadonlyMap<string, SkippedPath>;

const UNKNOWN: ReadonlySet<SkippedPath['reason']> = new Set([
  'tooLarge',
  'unreadable',
  'tooManyFiles',
  'ignored',
]);

/** Why a file is unknown: because of itself, or of a folder that contains it. */
function reasonFor(path: string, unknown: UnknownFiles): SkippedPath | undefined {
  const own = unknown.get(path);
  const end = path.lastIndexOf('/', path.length - 2);
  return own ?? (end < 0 ? undefined : reasonFor(path.slice(0, end + 1), unknown));
}

const unknownFiles = (skipped: readonly SkippedPath[]): UnknownFiles =>
  new Map(skipped.filter(({ reason }) => UNKNOWN.has(reason)).map(one => [one.path, one]));

function corrected(
  change: SnapshotChange,
  before: UnknownFiles,
  after: UnknownFiles,
): readonly SnapshotChange[] {
  const { path } = change;
  const was = reasonFor(path, before);
  const is = reasonFor(path, after);
  if (change.kind === 'created' && was) {
    return [{ ...change, kind: 'modified', before: unknownState(was), binary: true }];
  }
  if (change.kind === 'deleted' && is) {
    return [{ ...change, kind: 'modified', after: unknownState(is), binary: true }];
  }
  if (change.kind === 'renamed' && (was || reasonFor(change.from, after))) {
    const { from, binary } = change;
    const halves: readonly SnapshotChange[] = [
      { kind: 'deleted', path: from, before: change.before, binary },
      { kind: 'created', path, after: change.after, binary },
    ];
    return halves.flatMap(half => corrected(half, before, after));
  }
  return [change];
}

/** The change of a file that neither side has read. */
function unseenChange(
  path: string,
  was: SkippedPath | undefined,
  is: SkippedPath | undefined,
): readonly SnapshotChange[] {
  const binary = true;
  if (was && is) {
    const same = was.sizeBytes === is.sizeBytes && was.mtimeMs === is.mtimeMs;
    const [before, after] = [unknownState(was), unknownState(is)];
    return same ? [] : [{ kind: 'modified', path, before, after, binary }];
  }
  return [
    ...(is ? [{ kind: 'created', path, after: unknownState(is), binary } as const] : []),
    ...(was ? [{ kind: 'deleted', path, before: unknownState(was), binary } as const] : []),
  ];
}

const unknownState = (skipped: SkippedPath): SnapshotFile => ({
  mode: DEFAULT_FILE_MODE,
  sizeBytes: skipped.sizeBytes ?? 0,
});
