import { lineDelta, lineChange, shiftChange, type LineChange } from '../../diff/lineChange.ts';
import { regionDiff } from '../../diff/lineDiff.ts';
import { applyEdits, toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import { lineRange, shiftRange, sliceRange, type LineRange } from '../../text/lineRange.ts';
import { withLineEndings, detectEol, sameLines, type Lines } from '../../text/lines.ts';
import { mergeAdjacentHunks, type Comparison } from './comparison.ts';
import type { HunkPart } from './hunkPart.ts';
import type { Hunk, EventContext } from './hunk.ts';

/** How to take a decision about one hunk back: these lines of one text stood there before. */
export interface LinePatch {
  /** Where the hunk's lines are now; follows every later edit. */
  readonly range: LineRange;
  readonly before: Lines;
  readonly after: Lines;
  readonly hunk: Pick<Hunk, 'id' | 'origins' | 'wrote'>;
}

/** A text in which hunks were settled, and the way back. */
export interface AcceptedParts {
  readonly compared: Comparison;
  readonly edits: readonly LineEdit[];
  readonly patches: readonly LinePatch[];
}

/** Copies the current lines of some hunks, or parts of hunks, into the base: these are pending no more. */
export function acceptParts(
  compared: Comparison,
  parts: readonly HunkPart[],
  stamp: EventContext,
): AcceptedParts {
  const edits = parts.map(part => ({ range: part.hunk.base, lines: settledLines(compared, part) }));
  const changes = toChanges(edits);
  const after = { ...compared, base: applyEdits(compared.base, edits) };
  const patches = parts.map(({ hunk }, at) => ({
    range: changes[at]?.current ?? hunk.base,
    before: sliceRange(compared.base, hunk.base),
    after: edits[at]?.lines ?? [],
    hunk: { id: hunk.id, origins: hunk.origins, wrote: hunk.wrote },
  }));
  const hunks = pendingAfter(parts, after, stamp);
  return { compared: mergeAdjacentHunks({ ...after, hunks }, stamp.revision), edits, patches };
}

/** The hunks nobody decided about, moved to where they are now, and what is left of the others. */
function pendingAfter(parts: readonly HunkPart[], after: Comparison, stamp: EventContext): Hunk[] {
  const partOf = new Map(parts.map(part => [part.hunk.id, part]));
  let by = 0;
  return after.hunks.flatMap(hunk => {
    const part = partOf.get(hunk.id);
    if (!part) {
      return [{ ...hunk, base: shiftRange(hunk.base, by) }];
    }
    const left = leftovers(part, by, after, stamp);
    by += lineDelta(part);
    return left;
  });
}

/** The base lines of a hunk once a part of it is settled; a line that comes to stand in the middle gets an ending. */
function settledLines({ base, current }: Comparison, part: HunkPart): Lines {
  const lines = [
    ...base.slice(part.hunk.base.start, part.base.start),
    ...sliceRange(current, part.current),
    ...base.slice(part.base.end, part.hunk.base.end),
  ];
  return withLineEndings(lines, detectEol(current), true);
}

/** What stays pending of a hunk of which a part was settled: mostly the lines before it and those after it. */
function leftovers(part: HunkPart, by: number, compared: Comparison, stamp: EventContext): Hunk[] {
  return pendingAreas(part, by, compared)
    .flatMap(area => differences(area, compared))
    .map((piece, at) => ({
      ...part.hunk,
      ...piece,
      id: at === 0 ? part.hunk.id : stamp.createHunkId(),
      revision: stamp.revision,
    }));
}

function pendingAreas({ hunk, ...part }: HunkPart, by: number, compared: Comparison): LineChange[] {
  const grown = by + lineDelta(part);
  const from = part.base.start + by;
  const to = part.base.end + grown;
  const start = hunk.base.start + by;
  const end = hunk.base.end + grown;
  if (!sameLines(compared.base.slice(from, to), sliceRange(compared.current, part.current))) {
    return [{ base: lineRange(start, end), current: hunk.current }]; // A line has got an ending.
  }
  return [
    lineChange([start, from], [hunk.current.start, part.current.start]),
    lineChange([to, end], [part.current.end, hunk.current.end]),
  ];
}

function differences(area: LineChange, { base, current }: Comparison): LineChange[] {
  return regionDiff(sliceRange(base, area.base), sliceRange(current, area.current)).map(piece =>
    shiftChange(piece, area.base.start, area.current.start),
  );
}
