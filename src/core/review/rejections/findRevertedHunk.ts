import { applyEdits, type LineEdit } from '../../diff/lineEdit.ts';
import { joinRanges, overlapsOrTouches, shiftRange, sliceRange } from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import type { Hunk, HunkRef } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';

/**
 * The hunk that the user's edits revert, by hand or with the revert button of a diff editor. This counts as a
 * rejection.
 */
export function findRevertedHunk(
  file: ReviewedFile,
  edits: readonly LineEdit[],
): HunkRef | undefined {
  const [edit, another] = edits;
  if (!edit || another || isKept(file)) {
    return undefined;
  }
  const hunk = file.hunks.find(
    candidate =>
      overlapsOrTouches(candidate.current, edit.range) && isReverted(file, candidate, edit),
  );
  return hunk && { path: file.current.path, id: hunk.id, revision: hunk.revision };
}

/** A file that an agent created and the user has changed is not deleted by a rejection, so emptying it is an edit like any other. */
const isKept = ({ base, hunks }: ReviewedFile): boolean =>
  base.form.kind === 'absent' && hunks.some(({ wrote }) => wrote !== null);

/** Compares only the lines around the edit, so that this is fast for long texts. */
function isReverted({ base, current }: ReviewedFile, hunk: Hunk, edit: LineEdit): boolean {
  const region = joinRanges(hunk.current, edit.range);
  const lines = sliceRange(current.lines, region);
  const after = ({ range, lines: added }: LineEdit) =>
    applyEdits(lines, [{ range: shiftRange(range, -region.start), lines: added }]);
  const restored = { range: hunk.current, lines: sliceRange(base.lines, hunk.base) };
  return sameLines(after(restored), after(edit));
}
