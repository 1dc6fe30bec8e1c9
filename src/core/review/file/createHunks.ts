import type { LineChange } from '../../diff/lineChange.ts';
import { toChanges } from '../../diff/lineEdit.ts';
import { overlapsOrTouches, shiftRange, sliceRange, type LineRange } from '../../text/lineRange.ts';
import { sameLines, type Lines } from '../../text/lines.ts';
import { agentLines, type Comparison } from './comparison.ts';
import type { AttributedEdit, EditAttribution } from './editAttribution.ts';
import { uniqueOrigins, type EventContext, type Hunk } from './hunk.ts';

/** A region of the text in which hunks and edits overlap or touch. */
export interface EditedRegion {
  readonly range: LineRange;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly AttributedEdit[];
  /** The region in the base, and in the current text after the edits. */
  readonly area: LineChange;
  readonly before: Comparison;
  readonly after: Comparison;
}

/** Turns changes into hunks. A hunk inherits id, origins and the agent's lines from the hunks and edits it results from. */
export function createHunks(
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
