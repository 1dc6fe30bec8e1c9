import { applyEvent } from '../../core/review/model/applyEvent.ts';
import { toFileContent, sameContent, type FileSide } from '../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { Decision } from '../../core/review/model/reviewState.ts';
import type { ReviewFiles } from './reviewFiles.ts';

/**
 * Reverts decisions that were recorded but not carried out. A rejection, or the undo of one, is recorded first, and a
 * crash may follow before the file is changed. Where the file is still unchanged, the hunks become pending again, or
 * the rejection stays and can be undone again.
 */
export async function revertUnfinishedDecisions(
  log: ReviewModel,
  files: ReviewFiles,
): Promise<void> {
  for (const { fileId } of rejectionIn(log.state.done)) {
    await takeBackIn(fileId, 'decision', log, files);
  }
  for (const { fileId } of rejectionIn(log.state.undone)) {
    await takeBackIn(fileId, 'undo', log, files);
  }
}

/** Only rejections change files, and only the last one can have been interrupted. */
function rejectionIn(decisions: readonly Decision[]): Decision['patches'] {
  return decisions.findLast(({ verdict }) => verdict === 'reject')?.patches ?? [];
}

async function takeBackIn(
  fileId: string,
  what: 'decision' | 'undo',
  log: ReviewModel,
  files: ReviewFiles,
): Promise<void> {
  const file = log.state.files.get(fileId);
  const now = file?.proposal ? undefined : file?.current; // A proposal is not in its file.
  if (now && !(await stands(now, files))) {
    const event = { kind: 'abandoned', what, path: now.path } as const;
    const before = applyEvent(log.state, event).state.files.get(fileId)?.current;
    if (before && (await stands(withoutMode(before), files))) {
      log.dispatch(event);
    }
  }
}

/** The permissions of the file may have been restored already. */
function withoutMode(side: FileSide): FileSide {
  return side.form.kind === 'text' ? { ...side, form: { kind: 'text' } } : side;
}

/** Whether the disk has exactly this content. */
async function stands(side: FileSide, files: ReviewFiles): Promise<boolean> {
  return sameContent(await files.read(side.path), toFileContent(side));
}
