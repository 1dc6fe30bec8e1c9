import type { LineChange } from '../../diff/lineChange.ts';
import { toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import { overlapsOrTouches, shiftRange, sliceRange, type LineRange } from '../../text/lineRange.ts';
import { sameLines, type Lines } from '../../text/lines.ts';
import { agentLines, type Comparison } from './comparison.ts';
import { uniqueOrigins, type Hunk, type Origin, type EventContext } from './hunk.ts';

/** What an edit brings to the hunk it makes or joins. */
export interface EditAttribution {
  readonly by: 'agent' | 'user' | 'undo';
  readonly origins: readonly Origin[];
  /** The hunk as it was before a decision that is taken back. */
  readonly id: string | null;
  readonly wrote: Lines | null;
  /** Whether the edit gives back one hunk as it was, which need not be compared again. */
  readonly whole: boolean;
}

/** A stretch of text in which hunks and edits met. */
export interface EditedRegion {
  readonly range: LineRange;
  readonly hunks: readonly Hunk[];
  readonly edits: readonly (LineEdit & { readonly mark: EditAttribution })[];
  /** The stretch in the base, and in the current text as it is now. */
  readonly area: LineChange;
  readonly before: Comparison;
  readonly after: Comparison;
}

/** Makes hunks of bare changes: each takes id, origins and the agent's words from the hunks and edits it grew from. */
export function createHunks(
  pieces: readonly LineChange[],
  region: EditedRegion,
  stamp: EventContext,
): Hunk[] {
  const used = new Set<string>();
  return pieces.map(piece => {
    const parents = region.hunks.filter(hunk => overlapsOrTouches(hunk.base, piece.base));
    const same = parents.find(hunk => isSame(hunk, piece, region));
    const hunk = same ? { ...same, ...piece } : newHunk(piece, parents, region, stamp);
    const id = [hunk.id, ...parents.map(parent => parent.id)].find(known => !used.has(known));
    const dressed = { ...hunk, id: id ?? stamp.createHunkId() };
    used.add(dressed.id);
    return dressed;
  });
}

/** Whether a hunk came through unchanged, only moved. */
function isSame(hunk: Hunk, piece: LineChange, { before, after }: EditedRegion): boolean {
  return (
    hunk.base.start === piece.base.start &&
    hunk.base.end === piece.base.end &&
    sameLines(sliceRange(before.current, hunk.current), sliceRange(after.current, piece.current))
  );
}

function newHunk(
  piece: LineChange,
  parents: readonly Hunk[],
  region: EditedRegion,
  stamp: EventContext,
): Hunk {
  const marks = marksOf(piece, region);
  const given = marks.find(mark => mark.id !== null && isFree(mark.id, region))?.id;
  const origins = [...parents, ...marks].flatMap(one => one.origins);
  return {
    base: piece.base,
    current: piece.current,
    id: parents[0]?.id ?? given ?? stamp.createHunkId(),
    revision: stamp.revision,
    origins: uniqueOrigins(
      origins.length > 0 ? origins : region.hunks.flatMap(hunk => hunk.origins),
    ),
    wrote: wroteIn(piece, parents, marks, region),
  };
}

/** A hunk taken back gets its old id, unless a part of it lives on elsewhere. */
const isFree = (id: string, { before }: EditedRegion): boolean =>
  before.hunks.every(hunk => hunk.id !== id);

/** The marks of the edits that gave a piece its lines. */
function marksOf(piece: LineChange, { edits, area, range }: EditedRegion): EditAttribution[] {
  const places = toChanges(edits).map(change =>
    shiftRange(change.current, area.current.start - range.start),
  );
  return edits.flatMap((edit, at) => {
    const place = places[at];
    return place && overlapsOrTouches(place, piece.current) ? [edit.mark] : [];
  });
}

/** What the agent wrote here, if the user has had a hand in it. */
function wroteIn(
  piece: LineChange,
  parents: readonly Hunk[],
  marks: readonly EditAttribution[],
  { before, after }: EditedRegion,
): Lines | null {
  if (marks.some(mark => mark.by === 'user')) {
    const wrote = parents.flatMap(hunk => agentLines(hunk, before.current));
    return sameLines(wrote, sliceRange(after.current, piece.current)) ? null : wrote;
  }
  const restored = marks.find(mark => mark.whole);
  if (restored) {
    return restored.wrote;
  }
  const known = [...parents, ...marks].flatMap(one => (one.wrote ? [one.wrote] : []));
  return known.length > 0 ? known.flat() : null;
}
