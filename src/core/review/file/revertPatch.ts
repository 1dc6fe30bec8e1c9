import { mapRange, type LineChange } from '../../diff/lineChange.ts';
import { toChanges } from '../../diff/lineEdit.ts';
import { merge3 } from '../../diff/merge3.ts';
import { overlapsOrTouches, sliceRange, type LineRange } from '../../text/lineRange.ts';
import {
  detectEol,
  hasLineEnding,
  joinLines,
  sameLines,
  withLineEndings,
  type Lines,
} from '../../text/lines.ts';
import type { LinePatch, PatchAnchor } from './acceptParts.ts';
import { editSide } from './editSide.ts';
import type { FilePatch } from './fileDecision.ts';
import { sameFacets, toFacets, type Facets } from './fileSide.ts';
import { sideUpdate, type FileUpdate, type ReviewEdit } from './fileUpdate.ts';
import type { EventContext } from './hunk.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** A file after a patch was reverted. */
export interface RevertedPatch {
  readonly update: FileUpdate;
  /** Reverts this revert. */
  readonly inverse: FilePatch;
  /** Texts that could not be restored because the same lines have been changed since. */
  readonly lost: readonly string[];
}

/**
 * Reverts a decision. Lines that were changed since are merged line by line. Where both changed the same line, the
 * current line is kept and the old text is returned in `lost`.
 */
export function revertPatch(
  file: ReviewedFile,
  patch: FilePatch,
  direction: 'undo' | 'redo',
  context: EventContext,
): RevertedPatch {
  const side = file[patch.side];
  const before = toFacets(side);
  const facets = restoredFacets(before, patch);
  if (side.form.kind === 'binary' && facets === before) {
    return withoutLines(file, patch, context);
  }
  const restored = patch.lines.map(line => restoredLines(side.lines, line));
  const edits = restored.map(one => ({
    range: one.patch.range,
    lines: one.lines,
    revertedBy: context.createPatchId(),
    ...(one.isClean ? { reverts: one.patch.id } : {}),
    attribution: {
      ...one.patch.hunk,
      by: 'undo' as const,
      whole: direction === 'undo' && one.isClean,
    },
  }));
  const after = editSide(file, { side: patch.side, edits, facets }, context);
  const changes = toChanges(edits);
  return {
    update: sideUpdate({ ...after, facetsRevision: context.revision }, patch.side, edits),
    inverse: {
      ...patch,
      lines: restored.map((one, at) => ({
        id: edits[at]?.revertedBy ?? '',
        hunk: one.patch.hunk,
        range: changes[at]?.current ?? one.patch.range,
        before: one.now,
        after: one.lines,
        anchors: [],
      })),
      facets: sameFacets(before, facets) ? null : { before, after: toFacets(after[patch.side]) },
    },
    lost: restored.flatMap(one => one.lost),
  };
}

/** The file has become binary since the decision: its bytes are kept, and the lines cannot be restored. */
function withoutLines(file: ReviewedFile, patch: FilePatch, context: EventContext): RevertedPatch {
  const lines = patch.lines.flatMap(({ before }) => (before.length > 0 ? [joinLines(before)] : []));
  return {
    update: sideUpdate({ ...file, facetsRevision: context.revision }, patch.side, []),
    inverse: { ...patch, lines: [], facets: null },
    lost: lines,
  };
}

function restoredFacets(now: Facets, { facets }: FilePatch): Facets {
  return facets && sameFacets(now, facets.after) ? facets.before : now;
}

function restoredLines(side: Lines, patch: LinePatch): Restored {
  const now = sliceRange(side, patch.range);
  if (sameLines(now, patch.after)) {
    return withFittingEndings(side, { patch, now, lines: patch.before, isClean: true, lost: [] });
  }
  const { lines, conflicts } = merge3(patch.after, now, patch.before);
  const lost = conflicts.map(conflict => joinLines(conflict.theirs));
  return withFittingEndings(side, { patch, now, lines, isClean: false, lost });
}

interface Restored {
  readonly patch: LinePatch;
  readonly now: Lines;
  readonly lines: Lines;
  readonly isClean: boolean;
  readonly lost: readonly string[];
}

/** Adds line endings where lines that were at the end of the text are now in the middle. */
function withFittingEndings(side: Lines, restored: Restored): Restored {
  const { patch, now, lines } = restored;
  const last = side.at(-1);
  const { start, end } = patch.range;
  if (lines.length > 0 && last !== undefined && start === side.length && !hasLineEnding(last)) {
    const wider = { ...patch, range: { start: start - 1, end } };
    const all = withLineEndings([last, ...lines], detectEol(side), true);
    return { ...restored, patch: wider, now: [last, ...now], lines: all, isClean: false };
  }
  const terminated = withLineEndings(lines, detectEol(side), end === side.length);
  return sameLines(terminated, lines)
    ? restored
    : { ...restored, lines: terminated, isClean: false };
}

/** Updates the positions in a patch after another update, if that edited the same side of the same file. */
export function shiftPatch(patch: FilePatch, { file, ...update }: FileUpdate): FilePatch {
  const edits = patch.side === 'base' ? update.baseEdits : update.currentEdits;
  if (patch.fileId !== file.id || edits.length === 0) {
    return patch;
  }
  const changes = toChanges(edits);
  const placed = edits.map((edit, at) => ({ edit, start: changes[at]?.current.start ?? 0 }));
  return { ...patch, lines: patch.lines.map(line => shiftLines(line, changes, placed)) };
}

/** An edit, and the line at which its lines start in the new text. */
interface PlacedEdit {
  readonly edit: ReviewEdit;
  readonly start: number;
}

/**
 * A range that a later decision edits cannot be mapped back from the lines alone: what is inserted at its edge may or may not
 * belong to it. So the range is remembered relative to the edit, and restored when the edit is reverted exactly.
 */
function shiftLines(
  line: LinePatch,
  changes: readonly LineChange[],
  edits: readonly PlacedEdit[],
): LinePatch {
  const anchor = line.anchors.findLast(({ start, end }) =>
    [start, end].every(({ patchId }) => edits.some(({ edit }) => edit.reverts === patchId)),
  );
  const touching = edits.filter(
    ({ edit }) => edit.revertedBy !== undefined && overlapsOrTouches(edit.range, line.range),
  );
  const anchors = line.anchors.filter(one => one !== anchor);
  return {
    ...line,
    range: (anchor && restoredRange(anchor, edits)) ?? mapRange(line.range, changes),
    anchors: [...anchors, ...newAnchors(line.range, touching)],
  };
}

function newAnchors({ start, end }: LineRange, touching: readonly PlacedEdit[]): PatchAnchor[] {
  const first = touching.at(0)?.edit;
  const last = touching.at(-1)?.edit;
  if (first?.revertedBy === undefined || last?.revertedBy === undefined) {
    return [];
  }
  return [
    {
      start: { patchId: first.revertedBy, offset: start - first.range.start },
      end: { patchId: last.revertedBy, offset: end - last.range.start },
    },
  ];
}

function restoredRange(
  { start, end }: PatchAnchor,
  edits: readonly PlacedEdit[],
): LineRange | undefined {
  const first = edits.find(({ edit }) => edit.reverts === start.patchId);
  const last = edits.find(({ edit }) => edit.reverts === end.patchId);
  const from = (first?.start ?? 0) + start.offset;
  const to = (last?.start ?? 0) + end.offset;
  return first && last && from >= 0 && from <= to ? { start: from, end: to } : undefined;
}

/** Splits a patch whose lines now overlap or touch. The parts are reverted one by one, the last one first. */
export function splitPatch(patch: FilePatch): FilePatch[] {
  const areAdjacent = patch.lines.some((line, at) => {
    const next = patch.lines[at + 1];
    return next && next.range.start <= line.range.end;
  });
  if (!areAdjacent) {
    return [patch];
  }
  return patch.lines.map((line, at) => ({
    ...patch,
    lines: [line],
    facets: at === 0 ? patch.facets : null,
  }));
}
