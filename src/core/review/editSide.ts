import { lineRange } from '../text/lineRange.ts';
import { applyEdits } from '../text/lineEdit.ts';
import type { Lines } from '../text/lines.ts';
import type { Facets, FileForm } from './fileSide.ts';
import type { Stamp } from './hunk.ts';
import { joinEdits, type MarkedEdit } from './joinEdits.ts';
import {
  comparedOf,
  flippedFile,
  isText,
  withCompared,
  type ReviewedFile,
} from './reviewedFile.ts';

/** What changes on one side of a file. */
export interface SideEdit {
  readonly side: 'base' | 'current';
  readonly edits: readonly MarkedEdit[];
  readonly facets: Facets;
}

/** Changes one side of a file and leaves the other alone; whatever then differs is pending. */
export function editSide(file: ReviewedFile, change: SideEdit, stamp: Stamp): ReviewedFile {
  if (change.side === 'base') {
    return flippedFile(editCurrent(flippedFile(file), change, stamp));
  }
  return editCurrent(file, change, stamp);
}

function editCurrent(file: ReviewedFile, { edits, facets }: SideEdit, stamp: Stamp): ReviewedFile {
  const joined = isText(file) ? joinEdits(comparedOf(file), edits, stamp) : undefined;
  const lines = joined?.current ?? applyEdits(file.current.lines, edits);
  const current = {
    path: facets.path,
    form: fitting(facets.form, file, lines),
    lines,
  };
  const after = { ...file, current };
  if (joined && isText(after)) {
    return { ...withCompared(after, joined, stamp.revision), revision: stamp.revision };
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
  edits: readonly MarkedEdit[],
  stamp: Stamp,
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
  return joinEdits({ base: base.lines, current: base.lines, hunks: [] }, [everything], stamp);
}
