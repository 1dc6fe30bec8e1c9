import { join } from 'node:path';
import {
  SYMLINK_MODE,
  type SnapshotChange,
  type SnapshotDifference,
  type FileMode,
  type SnapshotFile,
} from '../../../core/checkpoint/snapshotChange.ts';
import { splitAtNul } from './splitAtNul.ts';
import { differingPaths, exactMode, type Permissions } from './permissions.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { reconcileSkippedPaths } from '../model/reconcileSkippedPaths.ts';

export interface SnapshotPair {
  readonly from: Snapshot;
  readonly to: Snapshot;
  /** The permissions of both snapshots, if both have them. */
  readonly permissions?: { readonly before: Permissions; readonly after: Permissions };
}

/** The changes between two snapshots, with renames detected, sorted by path. */
export async function fileChanges(
  shadow: ShadowRepository,
  pair: SnapshotPair,
  signal?: AbortSignal,
): Promise<readonly SnapshotChange[]> {
  const { records, binary } = await diffOf(shadow, pair, [...DIFF_TREE, '--numstat'], signal);
  return asChanges(pair, records, binary, await blobSizes(shadow, records, signal));
}

/** The same without reading contents, which is ten times faster for a thousand files. */
export async function fileDifferences(
  shadow: ShadowRepository,
  pair: SnapshotPair,
  signal?: AbortSignal,
): Promise<readonly SnapshotDifference[]> {
  const { records, binary } = await diffOf(shadow, pair, DIFF_TREE, signal);
  return asChanges(pair, records, binary, new Map());
}

async function diffOf(
  shadow: ShadowRepository,
  pair: SnapshotPair,
  command: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ParsedDiff> {
  const { from, to } = pair;
  const output =
    from.tree === to.tree
      ? Buffer.of()
      : await shadow.run({
          args: [...command, from.tree, to.tree],
          env: withoutIndex(shadow),
          signal,
        });
  const parsed = parseDiff(splitAtNul(output).map(part => part.toString()));
  const allowed = await permissionRecords(shadow, pair, parsed.records, signal);
  return { ...parsed, records: [...parsed.records, ...allowed] };
}

/** Files that differ only in permissions, which git ignores. */
async function permissionRecords(
  shadow: ShadowRepository,
  { from, to, permissions }: SnapshotPair,
  records: readonly DiffRecord[],
  signal: AbortSignal | undefined,
): Promise<readonly DiffRecord[]> {
  if (!permissions || from.permissions === to.permissions) {
    return [];
  }
  const { before, after } = permissions;
  const seen = new Set(records.flatMap(record => [record.from, record.path]));
  const special = differingPaths(before, after, [...before.others.keys(), ...after.others.keys()]);
  if (before.usual === after.usual && special.every(path => seen.has(path))) {
    return [];
  }
  const args = ['ls-tree', '-r', '-z', '--full-tree', to.tree];
  const listed = splitAtNul(await shadow.run({ args, env: withoutIndex(shadow), signal }));
  const files = new Map(listed.map(line => treeEntry(line.toString())));
  return differingPaths(before, after, files.keys()).flatMap(path => {
    const file = files.get(path);
    return file && file.mode !== SYMLINK_MODE && !seen.has(path)
      ? [{ status: 'M', from: path, path, before: file, after: file }]
      : [];
  });
}

/** The symbolic links in a tree. */
export async function linksIn(shadow: ShadowRepository, tree: string): Promise<readonly string[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
  const listed = splitAtNul(await shadow.run({ args, env: withoutIndex(shadow) }));
  return listed
    .filter(line => line.subarray(0, LINK_PREFIX.length).equals(LINK_PREFIX))
    .map(line => treeEntry(line.toString())[0]);
}

const LINK_PREFIX = Buffer.from('120000 ');

/** Parses `100644 blob id\tpath`. */
function treeEntry(line: string): readonly [string, FileEntry] {
  const end = line.indexOf('\t');
  const [mode = '', , blob = ''] = line.slice(0, end).split(' ');
  return [line.slice(end + 1), { mode: asMode(mode), blob }];
}

const asMode = (digits: string): FileMode => Number.parseInt(digits, 8);

function asChanges(
  { from, to, permissions }: SnapshotPair,
  records: readonly DiffRecord[],
  binary: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number>,
): readonly SnapshotChange[] {
  const found = records.map(record =>
    asChange(withExactModes(record, permissions), sizes, binary.has(record.path)),
  );
  return reconcileSkippedPaths(found, from.skipped, to.skipped).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

const withExactModes = (record: DiffRecord, permissions: SnapshotPair['permissions']) => ({
  ...record,
  before: {
    ...record.before,
    mode: exactMode(record.before.mode, record.from, permissions?.before),
  },
  after: {
    ...record.after,
    mode: exactMode(record.after.mode, record.path, permissions?.after),
  },
});

/** Larger files are treated as binary. */
const DIFF_LIMIT = '20m';
/** With more candidates than this only exact renames are found. */
const RENAME_LIMIT = '500';

/** Git reads the index even when it compares two trees, and fails if a kill has just damaged it. */
const withoutIndex = ({ dir }: ShadowRepository) => ({
  GIT_INDEX_FILE: join(dir, 'no-index'),
});

const DIFF_TREE = [
  '-c',
  `core.bigFileThreshold=${DIFF_LIMIT}`,
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '--no-ext-diff',
  '--no-textconv',
  '--find-renames',
  '--no-rename-empty',
  `-l${RENAME_LIMIT}`,
];

interface FileEntry {
  readonly mode: FileMode;
  readonly blob: string;
}

interface DiffRecord {
  readonly status: string;
  readonly from: string;
  readonly path: string;
  readonly before: FileEntry;
  readonly after: FileEntry;
}

interface ParsedDiff {
  readonly records: readonly DiffRecord[];
  readonly binary: ReadonlySet<string>;
}

/** Raw records come first, then the line counts if requested, where binary files have dashes. */
function parseDiff(parts: readonly string[]): ParsedDiff {
  const records: DiffRecord[] = [];
  const binary = new Set<string>();
  for (let at = 0; at < parts.length;) {
    const head = parts[at] ?? '';
    if (head.startsWith(':')) {
      const record = rawRecord(head, parts[at + 1] ?? '', parts[at + 2] ?? '');
      records.push(record);
      at += record.status === 'R' ? 3 : 2;
      continue;
    }
    const [added, , name] = splitCounts(head);
    const path = name === '' ? (parts[at + 2] ?? '') : name;
    if (added === '-') {
      binary.add(path);
    }
    at += name === '' ? 3 : 1;
  }
  return { records, binary };
}

/** Parses `12\t3\tpath`. The path may contain tabs, and is empty for a rename. */
function splitCounts(text: string): readonly [string, string, string] {
  const first = text.indexOf('\t');
  const second = text.indexOf('\t', first + 1);
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)];
}

function rawRecord(head: string, first: string, second: string): DiffRecord {
  const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = head.slice(1).split(' ');
  const isRename = status.startsWith('R');
  return {
    status: status.slice(0, 1),
    from: first,
    path: isRename ? second : first,
    before: { mode: asMode(oldMode), blob: oldBlob },
    after: { mode: asMode(mode), blob },
  };
}

async function blobSizes(
  shadow: ShadowRepository,
  records: readonly DiffRecord[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const blobs = [...new Set(records.flatMap(({ before, after }) => [before.blob, after.blob]))];
  if (blobs.length === 0) {
    return new Map();
  }
  const answer = await shadow.run({
    args: ['cat-file', '--buffer', '--batch-check=%(objectsize)'],
    stdin: blobs.map(blob => `${blob}\n`).join(''),
    signal,
  });
  const lines = answer.toString('latin1').split('\n');
  return new Map(blobs.map((blob, at) => [blob, Number(lines[at]) || 0]));
}

function asChange(
  record: DiffRecord,
  sizes: ReadonlyMap<string, number>,
  binary: boolean,
): SnapshotChange {
  const state = ({ mode, blob }: FileEntry): SnapshotFile => ({
    mode,
    sizeBytes: sizes.get(blob) ?? 0,
    blob,
  });
  const { path, from } = record;
  const before = state(record.before);
  const after = state(record.after);
  switch (record.status) {
    case 'A':
      return { kind: 'created', path, after, binary };
    case 'D':
      return { kind: 'deleted', path, before, binary };
    case 'R':
      return { kind: 'renamed', path, from, before, after, binary };
    default:
      return { kind: 'modified', path, before, after, binary };
  }
}
