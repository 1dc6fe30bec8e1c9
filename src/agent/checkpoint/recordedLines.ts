import type { UserEdit } from '../../core/checkpoint/keepUserEdits.ts';
import { sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { ReviewFiles } from '../review/reviewFiles.ts';
import type { WorkTrees } from '../review/workTrees.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { EditedLine, UncapturedLine } from './checkpointFile.ts';
import type { ContentStore } from './contentStore.ts';
import type { RecordedTurn } from './turnRecorder.ts';

export interface RecordedTurnContext {
  readonly trees: WorkTrees;
  readonly files: ReviewFiles;
  readonly contents: ContentStore;
  readonly checkpoint: Checkpoint;
  /** The folders when the turn ended. */
  readonly ended: readonly Snapshot[];
}

/**
 * What has to be stored about a turn that has ended: edits of others in files that its agent changed, also before it
 * changed them, and the contents of files that are in no snapshot.
 */
export async function recordedLines(
  { first, edits }: RecordedTurn,
  context: RecordedTurnContext,
): Promise<readonly (EditedLine | UncapturedLine)[]> {
  const lines: (EditedLine | UncapturedLine)[] = [];
  for (const [path, before] of first) {
    lines.push(...(await firstLines(path, before, context)));
  }
  const own = edits.filter(({ path }) => context.checkpoint.touched.has(path));
  for (const edit of own) {
    lines.push(await editedLine(edit.path, edit, context));
  }
  return lines;
}

async function firstLines(
  path: string,
  before: FileContent,
  context: RecordedTurnContext,
): Promise<readonly (EditedLine | UncapturedLine)[]> {
  const { files, checkpoint, ended } = context;
  const start = await contentIn(checkpoint.snapshots, path, context);
  if (start.kind !== 'absent') {
    const edit = { before: start, after: before };
    return sameContent(start, before) ? [] : [await editedLine(path, edit, context)];
  }
  if ((await contentIn(ended, path, context)).kind !== 'absent') {
    // The agent created the file, unless the user did during the turn.
    const edit = { before: start, after: before };
    return before.kind === 'absent' ? [] : [await editedLine(path, edit, context)];
  }
  const after = await files.read(path);
  return before.kind === 'absent' && after.kind === 'absent'
    ? []
    : [{ ...turnOf(context), uncaptured: path, ...(await stored({ before, after }, context)) }];
}

const turnOf = ({ checkpoint: { sessionId, turn } }: RecordedTurnContext) => ({ sessionId, turn });

const editedLine = async (
  edited: string,
  edit: UserEdit,
  context: RecordedTurnContext,
): Promise<EditedLine> => ({ ...turnOf(context), edited, ...(await stored(edit, context)) });

const stored = async ({ before, after }: UserEdit, { contents }: RecordedTurnContext) => ({
  before: await contents.put(before),
  after: await contents.put(after),
});

async function contentIn(
  snapshots: readonly Snapshot[],
  path: string,
  { trees, files }: RecordedTurnContext,
): Promise<FileContent> {
  const tree = await trees.findContaining(path);
  const snapshot = snapshots.find(({ root }) => root === tree?.snapshots.root);
  const name = tree?.toRelativePath(path);
  const bytes = snapshot && name !== undefined && (await tree?.snapshots.read(snapshot, name));
  return bytes ? files.toContent(path, bytes) : { kind: 'absent' };
}
