import { lineDelta, lineChange, shiftChange, type LineChange } from '../../diff/lineChange.ts';
import { regionDiff } from '../../diff/lineDiff.ts';
import { applyEdits, toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import {
  joinRanges,
  lineCount,
  overlapsOrTouches,
  shiftRange,
  sliceRange,
  type LineRange,
} from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import type { Comparison } from './comparison.ts';
import { createHunks, type EditAttribution, type EditedRegion } from './createHunks.ts';
import type { Hunk, EventContext } from './hunk.ts';

/** An edit of the current text, and whose it is. */
export interface AttributedEdit extends LineEdit {
  readonly mark: EditAttribution;
}

/**
 * Edits the current text and leaves the base alone. A hunk that an edit touches, or stands beside, is compared again
 * together with it; all others only move, and keep their id and revision.
 */
export function applyAttributedEdits(
  compared: Comparison,
  edits: readonly AttributedEdit[],
  stamp: EventContext,
): Comparison {
  const after = { ...compared, current: applyEdits(compared.current, edits) };
  const hunks: Hunk[] = [];
  let grown = 0;
  let edited = 0;
  for (const group of groups(compared.hunks, edits)) {
    const inner = total(group.hunks);
    const added = total(toChanges(group.edits));
    const { start, end } = group.range;
    const area = lineChange(
      [start - grown, end - grown - inner],
      [start + edited, end + edited + added],
    );
    hunks.push(...groupHunks({ ...group, area, before: compared, after }, edited, stamp));
    grown += inner;
    edited += added;
  }
  return { ...after, hunks };
}

interface Group {
  /** In the lines of the current text as it was. */
  readonly range: LineRange;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly AttributedEdit[];
}

const total = (changes: readonly LineChange[]): number =>
  changes.reduce((sum, change) => sum + lineDelta(change), 0);

/** Hunks and edits that meet, taken together. */
function groups(hunks: readonly Hunk[], edits: readonly AttributedEdit[]): Group[] {
  const items: Group[] = [
    ...hunks.map(hunk => ({ range: hunk.current, hunks: [hunk], edits: [] })),
    ...edits.map(edit => ({ range: edit.range, hunks: [], edits: [edit] })),
  ].toSorted(
    (one, other) => one.range.start - other.range.start || one.range.end - other.range.end,
  );
  const result: Group[] = [];
  for (const item of items) {
    const last = result.at(-1);
    if (last && overlapsOrTouches(last.range, item.range)) {
      result[result.length - 1] = {
        range: joinRanges(last.range, item.range),
        hunks: [...last.hunks, ...item.hunks],
        edits: [...last.edits, ...item.edits],
      };
    } else {
      result.push(item);
    }
  }
  return result;
}

function groupHunks(region: EditedRegion, edited: number, stamp: EventContext): readonly Hunk[] {
  if (region.edits.length === 0) {
    return region.hunks.map(hunk => ({ ...hunk, current: shiftRange(hunk.current, edited) }));
  }
  return createHunks(piecesOf(region), region, stamp);
}

/** What is different in the region now. */
function piecesOf({ area, after, edits, range }: EditedRegion): readonly LineChange[] {
  const base = sliceRange(after.base, area.base);
  const current = sliceRange(after.current, area.current);
  const [edit] = edits;
  const isWhole = edit?.mark.whole && lineCount(edit.range) === lineCount(range);
  if (isWhole && edits.length === 1) {
    return sameLines(base, current) ? [] : [area];
  }
  return regionDiff(base, current).map(piece =>
    shiftChange(piece, area.base.start, area.current.start),
  );
}
