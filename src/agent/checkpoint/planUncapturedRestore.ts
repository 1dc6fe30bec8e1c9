import { keepUserEdits, type UserEdit } from '../../core/checkpoint/keepUserEdits.ts';
import { sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { ReviewFiles } from '../review/reviewFiles.ts';
import type { ContentStore, StoredContent } from './contentStore.ts';

/** A file that is in no snapshot, before and after an agent changed it. */
export interface UncapturedChange {
  readonly path: string;
  readonly before: StoredContent;
  readonly after: StoredContent;
}

/** One step of a restore: the content that a file gets if it still is `expected`. */
export interface UncapturedStep {
  readonly path: string;
  readonly content: FileContent;
  readonly expected: FileContent;
  readonly isEdited: boolean;
  readonly hasConflict: boolean;
}

/** Plans how to restore files that are in no snapshot, with what others changed in them. `changes` are oldest first. */
export async function planUncapturedRestore(
  changes: readonly UncapturedChange[],
  contents: ContentStore,
  files: ReviewFiles,
): Promise<readonly UncapturedStep[]> {
  const steps: UncapturedStep[] = [];
  for (const path of new Set(changes.map(change => change.path))) {
    const own = changes.filter(change => change.path === path);
    const step = await planFile(path, own, contents, files);
    if (!sameContent(step.content, step.expected) || step.isEdited) {
      steps.push(step);
    }
  }
  return steps;
}

async function planFile(
  path: string,
  changes: readonly UncapturedChange[],
  contents: ContentStore,
  files: ReviewFiles,
): Promise<UncapturedStep> {
  const expected = await files.read(path);
  const target = await contents.get(changes[0]?.before ?? { kind: 'absent' });
  const edits: UserEdit[] = [];
  for (const [at, { after }] of changes.entries()) {
    const next = changes[at + 1]?.before;
    const before = await contents.get(after);
    edits.push({ before, after: next ? await contents.get(next) : expected });
  }
  const { content, hasConflict } = keepUserEdits(target, edits);
  const isEdited = !sameContent(content, target);
  // A created file with edits of the user stays as it is.
  return isEdited && target.kind === 'absent'
    ? { path, content: expected, expected, isEdited, hasConflict }
    : { path, content, expected, isEdited, hasConflict };
}
