import { lineRange } from '../../text/lineRange.ts';
import { applyEdits } from '../../diff/lineEdit.ts';
import type { Lines } from '../../text/lines.ts';
import type { Facets, FileForm } from './fileSide.ts';
import type { EventContext } from './hunk.ts';
import { applyAttributedEdits, type AttributedEdit } from './applyAttributedEdits.ts';
import {
  toComparison,
  flipFile,
  isText,
  withComparison,
  type ReviewedFile,
} from './reviewedFile.ts';

/** What changes on one side of a file. */
export interface SideEdit {
  readonly side: 'base' | 'current';
  readonly edits: readonly AttributedEdit[];
  readonly facets: Facets;
}

/** Changes one side of a file and leaves the other alone; whatever then differs is pending. */
export function editSide(file: ReviewedFile, change: SideEdit, stamp: EventContext): ReviewedFile {
  if (change.side === 'base') {
    return flipFile(editCurrent(flipFile(file), change, stamp));
  }
  return editCurrent(file, change, stamp);
}

function editCurrent(
  file: ReviewedFile,
  { edits, facets }: SideEdit,
  stamp: EventContext,
): ReviewedFile {
  const joined = isText(file) ? applyAttributedEdits(toComparison(file), edits, stamp) : undefined;
  const lines = joined?.current ?? applyEdits(file.current.lines, edits);
  const current = {
    path: facets.path,
    form: fitting(facets.form, file, lines),
    lines,
  };
  const after = { ...file, current };
  if (joined && isText(after)) {
    return { ...withComparison(after, joined, stamp.revision), revision: stamp.revision };
  }
  const hunks = isText(after) ? comparedAnew(after, edits, stamp).hunks : [];
  return { ...after, hunks, revision: stamp.revision };
}

/** What has lines is a text, whatever else was said about it; the mode is then the last one we know of. */
function fitting(form: FileForm, { base, current }: ReviewedFile, lines: Lines): FileForm {
  if (lines.length === 0 || form.kind === 'text') {
    return form;
  }
  const known = [current.form, base.form].find(one => one.kind === 'text');
  return known ?? { kind: 'text' };
}

/** A file that was binary, and is a text now, has no hunks to start from. */
function comparedAnew(
  { base, current, origins }: ReviewedFile,
  edits: readonly AttributedEdit[],
  stamp: EventContext,
) {
  const marks = edits.map(edit => edit.mark);
  const mark = {
    by: 'agent',
    origins: [...origins, ...marks.flatMap(one => one.origins)],
    id: null,
    wrote: null,
    whole: false,
  } as const;
  const everything = { range: lineRange(0, base.lines.length), lines: current.lines, mark };
  return applyAttributedEdits(
    { base: base.lines, current: base.lines, hunks: [] },
    [everything],
    stamp,
  );
}
