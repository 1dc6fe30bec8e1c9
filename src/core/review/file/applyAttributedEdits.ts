import { lineChange, lineDelta, shiftChange, type LineChange } from '../../diff/lineChange.ts';
import { regionDiff } from '../../diff/lineDiff.ts';
import { applyEdits, toChanges } from '../../diff/lineEdit.ts';
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
import { createHunks, type EditedRegion } from './createHunks.ts';
import type { AttributedEdit } from './editAttribution.ts';
import type { EventContext, Hunk } from './hunk.ts';

/**
 * Edits the current text but not the base. A hunk that overlaps or touches an edit is compared again together with it.
 * All other hunks only move and keep their id and revision.
 */
export function applyAttributedEdits(
  comparison: Comparison,
  edits: readonly AttributedEdit[],
  context: EventContext,
): Comparison {
  const after = { ...comparison, current: applyEdits(comparison.current, edits) };
  const hunks: Hunk[] = [];
  let hunkDelta = 0;
  let editDelta = 0;
  for (const group of groupOverlapping(comparison.hunks, edits)) {
    const groupHunkDelta = totalDelta(group.hunks);
    const groupEditDelta = totalDelta(toChanges(group.edits));
    const { start, end } = group.range;
    const area = lineChange(
      [start - hunkDelta, end - hunkDelta - groupHunkDelta],
      [start + editDelta, end + editDelta + groupEditDelta],
    );
    hunks.push(...groupHunks({ ...group, area, before: comparison, after }, editDelta, context));
    hunkDelta += groupHunkDelta;
    editDelta += groupEditDelta;
  }
  return { ...after, hunks };
}

interface Group {
  /** In line numbers of the current text before the edits. */
  readonly range: LineRange;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly AttributedEdit[];
}

const totalDelta = (changes: readonly LineChange[]): number =>
  changes.reduce((sum, change) => sum + lineDelta(change), 0);

/** Groups hunks and edits that overlap or touch. */
function groupOverlapping(hunks: readonly Hunk[], edits: readonly AttributedEdit[]): Group[] {
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

function groupHunks(
  region: EditedRegion,
  editDelta: number,
  context: EventContext,
): readonly Hunk[] {
  if (region.edits.length === 0) {
    return region.hunks.map(hunk => ({ ...hunk, current: shiftRange(hunk.current, editDelta) }));
  }
  return createHunks(changesIn(region), region, context);
}

/** The changes in the region after the edits. */
function changesIn({ area, after, edits, range }: EditedRegion): readonly LineChange[] {
  const base = sliceRange(after.base, area.base);
  const current = sliceRange(after.current, area.current);
  const [edit] = edits;
  const isWhole = edit?.attribution.whole && lineCount(edit.range) === lineCount(range);
  if (isWhole && edits.length === 1) {
    return sameLines(base, current) ? [] : [area];
  }
  return regionDiff(base, current).map(change =>
    shiftChange(change, area.base.start, area.current.start),
  );
}
