import { applyEvent } from '../../core/review/model/applyEvent.ts';
import { toFileContent, sameContent, type FileSide } from '../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { Decision } from '../../core/review/model/reviewState.ts';
import type { ReviewFiles } from './reviewFiles.ts';

/**
 * A rejection, and the undo of one, is noted first and carried out then; a crash may fall between the two. Where the disk
 * still is as it was before, that is taken back: hunks wait again instead of passing for what the user wanted, and what was
 * rejected stays so, and can be taken back again.
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

/** Only rejections change files, and only the last one can be cut off. */
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
  const now = file?.proposal ? undefined : file?.current; // What is only proposed stands nowhere.
  if (now && !(await stands(now, files))) {
    const event = { kind: 'abandoned', what, path: now.path } as const;
    const before = applyEvent(log.state, event).state.files.get(fileId)?.current;
    if (before && (await stands(withoutMode(before), files))) {
      log.dispatch(event);
    }
  }
}

/** Its permissions a file may have got back already. */
function withoutMode(side: FileSide): FileSide {
  return side.form.kind === 'text' ? { ...side, form: { kind: 'text' } } : side;
}

/** Whether the disk has just this. */
async function stands(side: FileSide, files: ReviewFiles): Promise<boolean> {
  return sameContent(await files.read(side.path), toFileContent(side));
}
