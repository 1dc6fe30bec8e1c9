import { editsBetween } from '../text/lineDiff.ts';
import { applyEdits } from '../text/lineEdit.ts';
import { meets, within } from '../text/lineRange.ts';
import { sameLines, type Lines } from '../text/lines.ts';
import type { HunkRef } from './hunk.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** The hunk that the user has put back by hand, or with the arrow of a diff editor: that is a rejection. */
export function asRejection(file: ReviewedFile, now: Lines): HunkRef | undefined {
  const { base, current } = file;
  const [edit, another] = editsBetween(current.lines, now);
  if (!edit || another) {
    return undefined;
  }
  const hunk = file.hunks.find(candidate => {
    const restored = { range: candidate.current, lines: within(base.lines, candidate.base) };
    return (
      meets(candidate.current, edit.range) && sameLines(applyEdits(current.lines, [restored]), now)
    );
  });
  return hunk && { path: current.path, id: hunk.id, revision: hunk.revision };
}
