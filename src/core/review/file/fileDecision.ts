import type { LineEdit } from '../../diff/lineEdit.ts';
import { lineRange } from '../../text/lineRange.ts';
import { acceptParts, type LinePatch } from './acceptParts.ts';
import { sameFacets, toFacets, type Facets } from './fileSide.ts';
import type { EventContext } from './hunk.ts';
import { flipPart, wholeHunk, type HunkPart } from './hunkPart.ts';
import {
  flipFile,
  isText,
  toComparison,
  withComparison,
  type ReviewedFile,
} from './reviewedFile.ts';

/** What is decided in one file: parts of hunks and, if `whole`, the file-level changes (path, mode, existence, bytes). */
export interface FileSelection {
  readonly parts: readonly HunkPart[];
  readonly whole: boolean;
}

/** Reverts a decision in one file. */
export interface FilePatch {
  readonly fileId: string;
  readonly side: 'base' | 'current';
  readonly lines: readonly LinePatch[];
  readonly facets: { readonly before: Facets; readonly after: Facets } | null;
}

/** A file after a decision, with the edits of the side that changed. */
export interface FileDecision {
  readonly file: ReviewedFile;
  readonly edits: readonly LineEdit[];
  readonly patch: FilePatch;
}

/** Accepting copies current lines into the base; the file itself does not change. */
export function acceptInFile(
  file: ReviewedFile,
  selection: FileSelection,
  context: EventContext,
): FileDecision {
  return decideInFile(file, selection, 'base', context);
}

/** Rejecting copies base lines into the current text. */
export function rejectInFile(
  file: ReviewedFile,
  selection: FileSelection,
  context: EventContext,
): FileDecision {
  const mirrored = { ...selection, parts: selection.parts.map(flipPart) };
  const decision = decideInFile(flipFile(file), mirrored, 'current', context);
  return { ...decision, file: flipFile(decision.file) };
}

/** Selects everything that is pending in a file. */
export function selectEverything(file: ReviewedFile): FileSelection {
  return { parts: file.hunks.map(wholeHunk), whole: true };
}

function decideInFile(
  file: ReviewedFile,
  selection: FileSelection,
  side: 'base' | 'current',
  context: EventContext,
): FileDecision {
  const { comparison, edits, patches } = isText(file)
    ? acceptParts(toComparison(file), selection.parts, context)
    : acceptBytes(file, selection, context);
  const before = toFacets(file.base);
  const facets = facetsAfter(file, selection, comparison.hunks.length === 0);
  const isChanged = !sameFacets(before, facets);
  const after = isChanged ? facets : before;
  const accepted = { ...file, base: { ...file.base, ...after } };
  return {
    file: {
      ...withComparison(accepted, comparison, context.revision),
      facetsRevision: isChanged ? context.revision : file.facetsRevision,
    },
    edits,
    patch: { fileId: file.id, side, lines: patches, facets: isChanged ? { before, after } : null },
  };
}

/** A file that exists on one side only is created or deleted together with its lines. */
function facetsAfter(
  { base, current }: ReviewedFile,
  selection: FileSelection,
  isAll: boolean,
): Facets {
  const isSelected = selection.whole || selection.parts.length > 0;
  if (current.form.kind === 'absent') {
    return isSelected && isAll ? toFacets(current) : toFacets(base);
  }
  const isCreated = base.form.kind === 'absent' && isSelected;
  return selection.whole || isCreated ? toFacets(current) : toFacets(base);
}

/** Binary content is decided as a whole, even if the other side is a text. */
function acceptBytes(file: ReviewedFile, { whole }: FileSelection, context: EventContext) {
  const comparison = toComparison(file);
  const { base, current } = comparison;
  if (!whole) {
    return { comparison, edits: [], patches: [] };
  }
  const hunk = { id: file.id, origins: file.origins, wrote: null };
  const id = context.createPatchId();
  const edit = { range: lineRange(0, base.length), lines: current, revertedBy: id };
  const range = lineRange(0, current.length);
  const patch = { id, range, before: base, after: current, hunk, anchors: [] };
  return { comparison: { base: current, current, hunks: [] }, edits: [edit], patches: [patch] };
}
