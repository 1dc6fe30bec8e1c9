import { applyEvent } from '../../core/review/applyEvent.ts';
import { contentOf, sameContent, type FileSide } from '../../core/review/fileSide.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import type { ReviewFiles } from './reviewFiles.ts';

/**
 * A rejection is noted first and carried out then; a crash may fall between the two. Where the disk still is as it was
 * before the last rejection, that is taken back: its hunks wait again, instead of passing for what the user wanted.
 */
export async function takeBackUnfinished(log: ReviewLog, files: ReviewFiles): Promise<void> {
  const last = log.state.done.at(-1);
  const patches = last?.verdict === 'reject' ? last.patches : [];
  for (const { fileId } of patches) {
    const file = log.state.files.get(fileId);
    const now = file?.proposal ? undefined : file?.current; // What is only proposed stands nowhere.
    if (now && !(await stands(now, files))) {
      const event = { kind: 'abandoned', what: 'decision', path: now.path } as const;
      const before = applyEvent(log.state, event).state.files.get(fileId)?.current;
      if (before && (await stands(before, files))) {
        log.dispatch(event);
      }
    }
  }
}

/** Whether the disk has just this. */
async function stands(side: FileSide, files: ReviewFiles): Promise<boolean> {
  return sameContent(await files.read(side.path), contentOf(side));
}
