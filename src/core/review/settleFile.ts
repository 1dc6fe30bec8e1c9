import type { LineEdit } from '../text/lineEdit.ts';
import { lineRange } from '../text/lineRange.ts';
import { facetsOf, sameFacets, type Facets } from './fileSide.ts';
import type { Stamp } from './hunk.ts';
import { flippedPart, wholeOf, type Part } from './hunkPart.ts';
import {
  comparedOf,
  flippedFile,
  isText,
  withCompared,
  type ReviewedFile,
} from './reviewedFile.ts';
import { settleParts, type LinePatch } from './settleParts.ts';

/** What is decided in one file: some of its hunks, and perhaps its name, its mode, its being there at all. */
export interface Choice {
  readonly parts: readonly Part[];
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
export interface SettledFile {
  readonly file: ReviewedFile;
  readonly edits: readonly LineEdit[];
  readonly patch: FilePatch;
}

/** Accepting moves the base to the current text; the file itself stays as it is. */
export function acceptInFile(file: ReviewedFile, choice: Choice, stamp: Stamp): SettledFile {
  return settle(file, choice, 'base', stamp);
}

/** Rejecting moves the current text back to the base. */
export function rejectInFile(file: ReviewedFile, choice: Choice, stamp: Stamp): SettledFile {
  const mirrored = { ...choice, parts: choice.parts.map(flippedPart) };
  const settled = settle(flippedFile(file), mirrored, 'current', stamp);
  return { ...settled, file: flippedFile(settled.file) };
}

/** Everything that is pending in a file. */
export function everythingIn(file: ReviewedFile): Choice {
  return { parts: file.hunks.map(wholeOf), whole: true };
}

function settle(
  file: ReviewedFile,
  choice: Choice,
  side: 'base' | 'current',
  stamp: Stamp,
): SettledFile {
  const { compared, edits, patches } = isText(file)
    ? settleParts(comparedOf(file), choice.parts, stamp)
    : settleBytes(file, choice);
  const before = facetsOf(file.base);
  const wanted = facetsAfter(file, choice, compared.hunks.length === 0);
  const isChanged = !sameFacets(before, wanted);
  const after = isChanged ? wanted : before;
  const moved = { ...file, base: { ...file.base, ...after } };
  return {
    file: {
      ...withCompared(moved, compared, stamp.revision),
      facetsRevision: isChanged ? stamp.revision : file.facetsRevision,
    },
    edits,
    patch: { fileId: file.id, side, lines: patches, facets: isChanged ? { before, after } : null },
  };
}

/** A file that is there on one side only comes to be there, or not, with its lines. */
function facetsAfter({ base, current }: ReviewedFile, choice: Choice, isAll: boolean): Facets {
  const isChosen = choice.whole || choice.parts.length > 0;
  if (current.form.kind === 'absent') {
    return isChosen && isAll ? facetsOf(current) : facetsOf(base);
  }
  const appears = base.form.kind === 'absent' && isChosen;
  return choice.whole || appears ? facetsOf(current) : facetsOf(base);
}

/** Bytes are taken as a whole, and with them the text on the other side, if it is one. */
function settleBytes(file: ReviewedFile, { whole }: Choice) {
  const compared = comparedOf(file);
  const { base, current } = compared;
  if (!whole) {
    return { compared, edits: [], patches: [] };
  }
  const hunk = { id: file.id, origins: file.origins, wrote: null };
  const edit = { range: lineRange(0, base.length), lines: current };
  const patch = { range: lineRange(0, current.length), before: base, after: current, hunk };
  return { compared: { base: current, current, hunks: [] }, edits: [edit], patches: [patch] };
}
