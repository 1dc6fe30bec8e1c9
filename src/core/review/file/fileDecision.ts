import type { LineEdit } from '../../diff/lineEdit.ts';
import { lineRange } from '../../text/lineRange.ts';
import { toFacets, sameFacets, type Facets } from './fileSide.ts';
import type { EventContext } from './hunk.ts';
import { flipPart, wholeHunk, type HunkPart } from './hunkPart.ts';
import {
  toComparison,
  flipFile,
  isText,
  withComparison,
  type ReviewedFile,
} from './reviewedFile.ts';
import { acceptParts, type LinePatch } from './acceptParts.ts';

/** What is decided in one file: some of its hunks, and perhaps its name, its mode, its being there at all. */
export interface FileSelection {
  readonly parts: readonly HunkPart[];
  readonly whole: boolean;
}

/** How to take back what was decided in one file. */
export interface FilePatch {
  readonly fileId: string;
  readonly side: 'base' | 'current';
  readonly lines: readonly LinePatch[];
  readonly facets: { readonly before: Facets; readonly after: Facets } | null;
}

/** A file after a decision. The edits are those of the side that moved. */
export interface FileDecision {
  readonly file: ReviewedFile;
  readonly edits: readonly LineEdit[];
  readonly patch: FilePatch;
}

/** Accepting moves the base to the current text; the file itself stays as it is. */
export function acceptInFile(
  file: ReviewedFile,
  choice: FileSelection,
  stamp: EventContext,
): FileDecision {
  return settle(file, choice, 'base', stamp);
}

/** Rejecting moves the current text back to the base. */
export function rejectInFile(
  file: ReviewedFile,
  choice: FileSelection,
  stamp: EventContext,
): FileDecision {
  const mirrored = { ...choice, parts: choice.parts.map(flipPart) };
  const settled = settle(flipFile(file), mirrored, 'current', stamp);
  return { ...settled, file: flipFile(settled.file) };
}

/** Everything that is pending in a file. */
export function selectEverything(file: ReviewedFile): FileSelection {
  return { parts: file.hunks.map(wholeHunk), whole: true };
}

function settle(
  file: ReviewedFile,
  choice: FileSelection,
  side: 'base' | 'current',
  stamp: EventContext,
): FileDecision {
  const { compared, edits, patches } = isText(file)
    ? acceptParts(toComparison(file), choice.parts, stamp)
    : settleBytes(file, choice);
  const before = toFacets(file.base);
  const wanted = facetsAfter(file, choice, compared.hunks.length === 0);
  const isChanged = !sameFacets(before, wanted);
  const after = isChanged ? wanted : before;
  const moved = { ...file, base: { ...file.base, ...after } };
  return {
    file: {
      ...withComparison(moved, compared, stamp.revision),
      facetsRevision: isChanged ? stamp.revision : file.facetsRevision,
    },
    edits,
    patch: { fileId: file.id, side, lines: patches, facets: isChanged ? { before, after } : null },
  };
}

/** A file that is there on one side only comes to be there, or not, with its lines. */
function facetsAfter(
  { base, current }: ReviewedFile,
  choice: FileSelection,
  isAll: boolean,
): Facets {
  const isChosen = choice.whole || choice.parts.length > 0;
  if (current.form.kind === 'absent') {
    return isChosen && isAll ? toFacets(current) : toFacets(base);
  }
  const appears = base.form.kind === 'absent' && isChosen;
  return choice.whole || appears ? toFacets(current) : toFacets(base);
}

/** Bytes are taken as a whole, and with them the text on the other side, if it is one. */
function settleBytes(file: ReviewedFile, { whole }: FileSelection) {
  const compared = toComparison(file);
  const { base, current } = compared;
  if (!whole) {
    return { compared, edits: [], patches: [] };
  }
  const hunk = { id: file.id, origins: file.origins, wrote: null };
  const edit = { range: lineRange(0, base.length), lines: current };
  const patch = { range: lineRange(0, current.length), before: base, after: current, hunk };
  return { compared: { base: current, current, hunks: [] }, edits: [edit], patches: [patch] };
}
