import { keepUserEdits, type UserEdit } from '../../core/checkpoint/keepUserEdits.ts';
import { plannedPaths, type RestoreOperation } from '../../core/checkpoint/restorePlan.ts';
import {
  DEFAULT_FILE_MODE,
  type SnapshotChange,
  type SnapshotFile,
} from '../../core/checkpoint/snapshotChange.ts';
import { sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { ReviewFiles } from '../review/reviewFiles.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { planRestore, type PlannedRestore } from '../snapshot/restore.ts';

/** What others than the agent did. Paths are absolute. */
export type HistoryStep =
  /** Everything that changed between two snapshots, except in some files. */
  | {
      readonly kind: 'period';
      readonly from: Snapshot;
      readonly to: Snapshot | 'now';
      readonly except: ReadonlySet<string>;
    }
  | { readonly kind: 'edit'; readonly path: string; readonly edit: () => Promise<UserEdit> };

/** A work tree that is to be restored. Paths are absolute. */
export interface TreeRestore {
  readonly tree: WorkTree;
  readonly files: ReviewFiles;
  readonly target: Snapshot;
  readonly touched: readonly string[];
  /** What others did since the target, oldest first. It is kept. */
  readonly history: readonly HistoryStep[];
}

/** Plans how to restore the files that an agent changed, with what others changed in them. Changes nothing. */
export async function planTreeRestore(restore: TreeRestore): Promise<PlannedRestore> {
  const { tree, target, touched } = restore;
  const names = touched.filter(file => tree.contains(file)).map(file => tree.toRelativePath(file));
  const plan = await planRestore(tree.snapshots, { target, touched: new Set(names) });
  const edits = await collectEdits(restore, plan);
  const kept: string[] = [];
  const operations: RestoreOperation[] = [];
  for (const planned of plan.operations.flatMap(one => withoutEditedRename(one, edits))) {
    const own = edits.get(planned.path) ?? [];
    const result =
      own.length === 0 && planned.kind !== 'restore'
        ? planned
        : await keepEdits({ ...restore, now: plan.now }, planned, own);
    if (result) {
      operations.push(result);
    } else {
      kept.push(planned.path);
    }
  }
  return { ...plan, operations, kept };
}

/** `restore` writes the content of the checkpoint, which is read only when it is needed. */
type Planned = RestoreOperation | { readonly kind: 'restore'; readonly path: string };

/** A rename of a file that the user has edited becomes a deletion and a write, each of which may keep the edits. */
function withoutEditedRename(
  operation: RestoreOperation,
  edits: ReadonlyMap<string, readonly UserEdit[]>,
): readonly Planned[] {
  const isEdited =
    operation.kind === 'rename' && (edits.has(operation.from) || edits.has(operation.path));
  return isEdited
    ? [
        { kind: 'delete', path: operation.from },
        { kind: 'restore', path: operation.path },
      ]
    : [operation];
}

type Source = Pick<TreeRestore, 'tree' | 'files' | 'target'> & { readonly now: Snapshot };

/** Returns nothing if the file stays as it is. */
async function keepEdits(
  source: Source,
  planned: Planned,
  edits: readonly UserEdit[],
): Promise<RestoreOperation | undefined> {
  const { path } = planned;
  if (planned.kind === 'mode') {
    return planned;
  }
  const isDeletion = planned.kind === 'delete';
  const target = isDeletion ? ABSENT : await contentIn(source, source.target, path);
  const { content, hasConflict } = keepUserEdits(target, edits);
  if (planned.kind !== 'restore' && sameContent(content, target)) {
    return planned;
  }
  const now = await contentIn(source, source.now, path);
  if (content.kind === 'absent' || isDeletion || sameContent(content, now)) {
    return undefined;
  }
  const { tree, files } = source;
  const bytes = await files.encode(tree.toAbsolutePath(path), content);
  return { kind: 'merge', path, bytes, mode: content.mode ?? DEFAULT_FILE_MODE, hasConflict };
}

async function contentIn(
  { tree, files }: Source,
  snapshot: Snapshot,
  path: string,
): Promise<FileContent> {
  const bytes = await tree.snapshots.read(snapshot, path);
  const mode = await tree.snapshots.modeOf(snapshot, path);
  return bytes ? files.toContent(tree.toAbsolutePath(path), bytes, mode) : ABSENT;
}

/** The edits in the files that a plan changes, by name, oldest first. */
async function collectEdits(
  restore: TreeRestore,
  plan: PlannedRestore,
): Promise<ReadonlyMap<string, readonly UserEdit[]>> {
  const planned = plannedPaths(plan);
  const edits = new Map<string, UserEdit[]>();
  const add = (name: string, edit: UserEdit | undefined): void => {
    if (edit) {
      edits.set(name, [...(edits.get(name) ?? []), edit]);
    }
  };
  for (const step of restore.history) {
    if (step.kind === 'period') {
      const changes = await changesIn(restore.tree, step, plan.now);
      for (const change of changes.filter(({ name }) => planned.has(name))) {
        add(change.name, await toEdit(restore, change));
      }
    } else if (planned.has(restore.tree.toRelativePath(step.path))) {
      add(restore.tree.toRelativePath(step.path), await step.edit());
    }
  }
  return edits;
}

/** One file in two snapshots. A side on which it did not exist is missing. */
interface NamedChange {
  readonly name: string;
  readonly before?: SnapshotFile;
  readonly after?: SnapshotFile;
}

async function changesIn(
  tree: WorkTree,
  { from, to, except }: Extract<HistoryStep, { kind: 'period' }>,
  now: Snapshot,
): Promise<readonly NamedChange[]> {
  const until = to === 'now' ? now : to;
  if (from.tree === until.tree) {
    return []; // The user changed nothing, as usual.
  }
  const changes = await tree.snapshots.changes(from, until);
  return changes.flatMap(toNamed).filter(({ name }) => !except.has(tree.toAbsolutePath(name)));
}

function toNamed(change: SnapshotChange): readonly NamedChange[] {
  const { path: name } = change;
  switch (change.kind) {
    case 'created':
      return [{ name, after: change.after }];
    case 'deleted':
      return [{ name, before: change.before }];
    case 'modified':
      return [{ name, before: change.before, after: change.after }];
    case 'renamed':
      return [
        { name: change.from, before: change.before },
        { name, after: change.after },
      ];
  }
}

/** Undefined if a content was not captured. */
async function toEdit(
  { tree, files }: TreeRestore,
  { name, before, after }: NamedChange,
): Promise<UserEdit | undefined> {
  const content = async (side: SnapshotFile): Promise<FileContent | undefined> => {
    const bytes = side.blob === undefined ? undefined : await tree.snapshots.readBlob(side.blob);
    return bytes ? files.toContent(tree.toAbsolutePath(name), bytes, side.mode) : undefined;
  };
  const [was, is] = [
    before ? await content(before) : ABSENT,
    after ? await content(after) : ABSENT,
  ];
  return was && is && { before: was, after: is };
}

const ABSENT = { kind: 'absent' } as const;
