import { applyEdits, type LineEdit } from '../../diff/lineEdit.ts';
import { joinRanges, overlapsOrTouches, shiftRange, sliceRange } from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import type { Hunk, HunkRef } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';

/** The hunk that the user's edits put back, by hand or with the arrow of a diff editor: that is a rejection. */
export function findRevertedHunk(
  file: ReviewedFile,
  edits: readonly LineEdit[],
): HunkRef | undefined {
  const [edit, another] = edits;
  if (!edit || another) {
    return undefined;
  }
  const hunk = file.hunks.find(
    candidate =>
      overlapsOrTouches(candidate.current, edit.range) && isPutBack(file, candidate, edit),
  );
  return hunk && { path: file.current.path, id: hunk.id, revision: hunk.revision };
}

/** Only the lines around are compared, however long the text is. */
function isPutBack({ base, current }: ReviewedFile, hunk: Hunk, edit: LineEdit): boolean {
  const around = joinRanges(hunk.current, edit.range);
  const lines = sliceRange(current.lines, around);
  const after = ({ range, lines: added }: LineEdit) =>
    applyEdits(lines, [{ range: shiftRange(range, -around.start), lines: added }]);
  const restored = { range: hunk.current, lines: sliceRange(base.lines, hunk.base) };
  return sameLines(after(restored), after(edit));
}
