import { growth, lineChange, moved, type LineChange } from '../text/lineChange.ts';
import { regionDiff } from '../text/lineDiff.ts';
import { applyEdits, changesOf, type LineEdit } from '../text/lineEdit.ts';
import { hull, lineCount, meets, shifted, within, type LineRange } from '../text/lineRange.ts';
import { sameLines } from '../text/lines.ts';
import type { Compared } from './compared.ts';
import { dress, type EditMark, type Region } from './dress.ts';
import type { Hunk, Stamp } from './hunk.ts';

/** An edit of the current text, and whose it is. */
export interface MarkedEdit extends LineEdit {
  readonly mark: EditMark;
}

/**
 * Edits the current text and leaves the base alone. A hunk that an edit touches, or stands beside, is compared again
 * together with it; all others only move, and keep their id and revision.
 */
export function joinEdits(
  compared: Compared,
  edits: readonly MarkedEdit[],
  stamp: Stamp,
): Compared {
  const after = { ...compared, current: applyEdits(compared.current, edits) };
  const hunks: Hunk[] = [];
  let grown = 0;
  let edited = 0;
  for (const group of groups(compared.hunks, edits)) {
    const inner = total(group.hunks);
    const added = total(changesOf(group.edits));
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
  readonly edits: readonly MarkedEdit[];
}

const total = (changes: readonly LineChange[]): number =>
  changes.reduce((sum, change) => sum + growth(change), 0);

/** Hunks and edits that meet, taken together. */
function groups(hunks: readonly Hunk[], edits: readonly MarkedEdit[]): Group[] {
  const items: Group[] = [
    ...hunks.map(hunk => ({ range: hunk.current, hunks: [hunk], edits: [] })),
    ...edits.map(edit => ({ range: edit.range, hunks: [], edits: [edit] })),
  ].toSorted(
    (one, other) => one.range.start - other.range.start || one.range.end - other.range.end,
  );
  const result: Group[] = [];
  for (const item of items) {
    const last = result.at(-1);
    if (last && meets(last.range, item.range)) {
      result[result.length - 1] = {
        range: hull(last.range, item.range),
        hunks: [...last.hunks, ...item.hunks],
        edits: [...last.edits, ...item.edits],
      };
    } else {
      result.push(item);
    }
  }
  return result;
}

function groupHunks(region: Region, edited: number, stamp: Stamp): readonly Hunk[] {
  if (region.edits.length === 0) {
    return region.hunks.map(hunk => ({ ...hunk, current: shifted(hunk.current, edited) }));
  }
  return dress(piecesOf(region), region, stamp);
}

/** What is different in the region now. */
function piecesOf({ area, after, edits, range }: Region): readonly LineChange[] {
  const base = within(after.base, area.base);
  const current = within(after.current, area.current);
  const [edit] = edits;
  const isWhole = edit?.mark.whole && lineCount(edit.range) === lineCount(range);
  if (isWhole && edits.length === 1) {
    return sameLines(base, current) ? [] : [area];
  }
  return regionDiff(base, current).map(piece => moved(piece, area.base.start, area.current.start));
}
