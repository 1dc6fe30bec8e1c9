import { lineChange, lineDelta, shiftChange, type LineChange } from '../../diff/lineChange.ts';
import { regionDiff } from '../../diff/lineDiff.ts';
import { applyEdits, toChanges } from '../../diff/lineEdit.ts';
import { lineRange, shiftRange, sliceRange, type LineRange } from '../../text/lineRange.ts';
import { detectEol, sameLines, withLineEndings, type Lines } from '../../text/lines.ts';
import { mergeAdjacentHunks, type Comparison } from './comparison.ts';
import type { EventContext, Hunk } from './hunk.ts';
import type { ReviewEdit } from './fileUpdate.ts';
import type { HunkPart } from './hunkPart.ts';

/** Reverts a decision about one hunk: replaces the lines `after` of one side by `before`. */
export interface LinePatch {
  readonly id: string;
  /** The current position of the lines. It is updated by every later edit. */
  readonly range: LineRange;
  readonly before: Lines;
  readonly after: Lines;
  readonly hunk: Pick<Hunk, 'id' | 'origins' | 'wrote'>;
  /** Where the lines were relative to the edits of later decisions. When these are undone, the exact range is restored. */
  readonly anchors: readonly PatchAnchor[];
}

/** A range relative to edits, each named by the id of the patch that reverts it: to the first and to the last one it touched. */
export interface PatchAnchor {
  readonly start: { readonly patchId: string; readonly offset: number };
  readonly end: { readonly patchId: string; readonly offset: number };
}

/** The comparison after parts were accepted, the edits of its base, and the patches that revert them. */
export interface AcceptedParts {
  readonly comparison: Comparison;
  readonly edits: readonly ReviewEdit[];
  readonly patches: readonly LinePatch[];
}

/** Accepts hunks or parts of hunks by copying their current lines into the base. */
export function acceptParts(
  comparison: Comparison,
  parts: readonly HunkPart[],
  context: EventContext,
): AcceptedParts {
  const edits = parts.map(part => ({
    range: part.hunk.base,
    lines: acceptedLines(comparison, part),
    revertedBy: context.createPatchId(),
  }));
  const changes = toChanges(edits);
  const after = { ...comparison, base: applyEdits(comparison.base, edits) };
  const patches = parts.map(({ hunk }, at) => ({
    id: edits[at]?.revertedBy ?? '',
    range: changes[at]?.current ?? hunk.base,
    before: sliceRange(comparison.base, hunk.base),
    after: edits[at]?.lines ?? [],
    hunk: { id: hunk.id, origins: hunk.origins, wrote: hunk.wrote },
    anchors: [],
  }));
  const hunks = remainingHunks(parts, after, context);
  return { comparison: mergeAdjacentHunks({ ...after, hunks }, context.revision), edits, patches };
}

/** The hunks that were not accepted, moved to their new position, and what remains of the others. */
function remainingHunks(
  parts: readonly HunkPart[],
  after: Comparison,
  context: EventContext,
): Hunk[] {
  const partOf = new Map(parts.map(part => [part.hunk.id, part]));
  let shift = 0;
  return after.hunks.flatMap(hunk => {
    const part = partOf.get(hunk.id);
    if (!part) {
      return [{ ...hunk, base: shiftRange(hunk.base, shift) }];
    }
    const remaining = remainders(part, shift, after, context);
    shift += lineDelta(part);
    return remaining;
  });
}

/** The base lines of a hunk after a part of it is accepted. A line that is no longer the last one gets a line ending. */
function acceptedLines({ base, current }: Comparison, part: HunkPart): Lines {
  const lines = [
    ...base.slice(part.hunk.base.start, part.base.start),
    ...sliceRange(current, part.current),
    ...base.slice(part.base.end, part.hunk.base.end),
  ];
  return withLineEndings(lines, detectEol(current), true);
}

/** What remains of a hunk after a part of it is accepted: usually the lines before the part and those after it. */
function remainders(
  part: HunkPart,
  shift: number,
  comparison: Comparison,
  context: EventContext,
): Hunk[] {
  return remainingAreas(part, shift, comparison)
    .flatMap(area => differences(area, comparison))
    .map((change, at) => ({
      ...part.hunk,
      ...change,
      id: at === 0 ? part.hunk.id : context.createHunkId(),
      revision: context.revision,
    }));
}

function remainingAreas(
  { hunk, ...part }: HunkPart,
  shift: number,
  comparison: Comparison,
): LineChange[] {
  const shiftAfter = shift + lineDelta(part);
  const from = part.base.start + shift;
  const to = part.base.end + shiftAfter;
  const start = hunk.base.start + shift;
  const end = hunk.base.end + shiftAfter;
  if (!sameLines(comparison.base.slice(from, to), sliceRange(comparison.current, part.current))) {
    return [{ base: lineRange(start, end), current: hunk.current }]; // A line ending was added.
  }
  return [
    lineChange([start, from], [hunk.current.start, part.current.start]),
    lineChange([to, end], [part.current.end, hunk.current.end]),
  ];
}

function differences(area: LineChange, { base, current }: Comparison): LineChange[] {
  return regionDiff(sliceRange(base, area.base), sliceRange(current, area.current)).map(change =>
    shiftChange(change, area.base.start, area.current.start),
  );
}
