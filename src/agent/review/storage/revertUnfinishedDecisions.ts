import { applyEvent } from '../../../core/review/model/applyEvent.ts';
import { toFileContent, sameContent, type FileSide } from '../../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { Decision } from '../../../core/review/model/reviewState.ts';
import type { ReviewFiles } from '../reviewFiles.ts';

/**
 * Reverts decisions that were recorded but not carried out. A rejection, or the undo of one, is recorded first, and a
 * crash may follow before the file is changed. Where the file is still unchanged, the hunks become pending again, or
 * the rejection stays and can be undone again.
 */
export async function revertUnfinishedDecisions(
  model: ReviewModel,
  files: ReviewFiles,
): Promise<void> {
  for (const { fileId } of getLastRejection(model.state.done)) {
    await revertInFile(fileId, 'decision', model, files);
  }
  for (const { fileId } of getLastRejection(model.state.undone)) {
    await revertInFile(fileId, 'undo', model, files);
  }
}

/** Only rejections change files, and only the last one can have been interrupted. */
function getLastRejection(decisions: readonly Decision[]): Decision['patches'] {
  return decisions.findLast(({ verdict }) => verdict === 'reject')?.patches ?? [];
}

async function revertInFile(
  fileId: string,
  what: 'decision' | 'undo',
  model: ReviewModel,
  files: ReviewFiles,
): Promise<void> {
  const file = model.state.files.get(fileId);
  const now = file?.proposal ? undefined : file?.current; // A proposal is not in its file.
  if (now && !(await isOnDisk(now, files))) {
    const event = { kind: 'abandoned', what, path: now.path } as const;
    const before = applyEvent(model.state, event).state.files.get(fileId)?.current;
    if (before && (await isOnDisk(withoutMode(before), files))) {
      model.dispatch(event);
    }
  }
}

/** The permissions of the file may have been restored already. */
function withoutMode(side: FileSide): FileSide {
  return side.form.kind === 'text' ? { ...side, form: { kind: 'text' } } : side;
}

/** Whether the disk has exactly this content. */
async function isOnDisk(side: FileSide, files: ReviewFiles): Promise<boolean> {
  return sameContent(await files.read(side.path), toFileContent(side));
}
