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
import { sameLines, type Lines } from '../../text/lines.ts';
import { agentLines, type Comparison } from './comparison.ts';
import type { AttributedEdit, EditAttribution } from './editAttribution.ts';
import { uniqueOrigins, type EventContext, type Hunk } from './hunk.ts';

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

/** Hunks and edits that overlap or touch. */
interface Group {
  /** In line numbers of the current text before the edits. */
  readonly range: LineRange;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly AttributedEdit[];
}

/** A group with its comparison before and after the edits. */
interface EditedRegion extends Group {
  /** The region in the base, and in the current text after the edits. */
  readonly area: LineChange;
  readonly before: Comparison;
  readonly after: Comparison;
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

/** Turns changes into hunks. A hunk inherits id, origins and the agent's lines from the hunks and edits it results from. */
function createHunks(
  changes: readonly LineChange[],
  region: EditedRegion,
  context: EventContext,
): Hunk[] {
  const used = new Set<string>();
  return changes.map(change => {
    const parents = region.hunks.filter(hunk => overlapsOrTouches(hunk.base, change.base));
    const same = parents.find(hunk => isSame(hunk, change, region));
    const hunk = same ? { ...same, ...change } : newHunk(change, parents, region, context);
    const id = [hunk.id, ...parents.map(parent => parent.id)].find(known => !used.has(known));
    const identified = { ...hunk, id: id ?? context.createHunkId() };
    used.add(identified.id);
    return identified;
  });
}

/** Whether a hunk is unchanged except for its position. */
function isSame(hunk: Hunk, change: LineChange, { before, after }: EditedRegion): boolean {
  return (
    hunk.base.start === change.base.start &&
    hunk.base.end === change.base.end &&
    sameLines(sliceRange(before.current, hunk.current), sliceRange(after.current, change.current))
  );
}

function newHunk(
  change: LineChange,
  parents: readonly Hunk[],
  region: EditedRegion,
  context: EventContext,
): Hunk {
  const attributions = attributionsOf(change, region);
  const restoredId = attributions.find(({ id }) => id !== null && isFree(id, region))?.id;
  const origins = [...parents, ...attributions].flatMap(one => one.origins);
  return {
    base: change.base,
    current: change.current,
    id: parents[0]?.id ?? restoredId ?? context.createHunkId(),
    revision: context.revision,
    origins: uniqueOrigins(
      origins.length > 0 ? origins : region.hunks.flatMap(hunk => hunk.origins),
    ),
    wrote: wroteIn(change, parents, attributions, region),
  };
}

/** A restored hunk gets its old id, unless a part of it still exists with that id. */
const isFree = (id: string, { before }: EditedRegion): boolean =>
  before.hunks.every(hunk => hunk.id !== id);

/** The attributions of the edits that contributed lines to a change. */
function attributionsOf(
  { current }: LineChange,
  { edits, area, range }: EditedRegion,
): EditAttribution[] {
  const offset = area.current.start - range.start;
  const edited = toChanges(edits).map(change => shiftRange(change.current, offset));
  return edits.flatMap(({ attribution }, at) => {
    const lines = edited[at];
    return lines && overlapsOrTouches(lines, current) ? [attribution] : [];
  });
}

/** The lines the agent wrote, if the user has changed them. */
function wroteIn(
  change: LineChange,
  parents: readonly Hunk[],
  attributions: readonly EditAttribution[],
  { before, after }: EditedRegion,
): Lines | null {
  if (attributions.some(({ by }) => by === 'user')) {
    const wrote = parents.flatMap(hunk => agentLines(hunk, before.current));
    return sameLines(wrote, sliceRange(after.current, change.current)) ? null : wrote;
  }
  const restored = attributions.find(({ whole }) => whole);
  if (restored) {
    return restored.wrote;
  }
  const known = [...parents, ...attributions].flatMap(one => (one.wrote ? [one.wrote] : []));
  const wrote = known.flat();
  const isChanged = !sameLines(wrote, sliceRange(after.current, change.current));
  return known.length > 0 && isChanged ? wrote : null;
}
