import { applyEdits } from '../../diff/lineEdit.ts';
import { lineRange } from '../../text/lineRange.ts';
import type { Lines } from '../../text/lines.ts';
import { applyAttributedEdits } from './applyAttributedEdits.ts';
import { editAttribution, type AttributedEdit } from './editAttribution.ts';
import type { Facets, FileForm } from './fileSide.ts';
import type { EventContext } from './hunk.ts';
import {
  flipFile,
  isText,
  toComparison,
  withComparison,
  type ReviewedFile,
} from './reviewedFile.ts';

export interface SideEdit {
  readonly side: 'base' | 'current';
  readonly edits: readonly AttributedEdit[];
  readonly facets: Facets;
}

/** Edits one side of a file and not the other. All differences become pending. */
export function editSide(
  file: ReviewedFile,
  change: SideEdit,
  context: EventContext,
): ReviewedFile {
  if (change.side === 'base') {
    return flipFile(editCurrent(flipFile(file), change, context));
  }
  return editCurrent(file, change, context);
}

function editCurrent(
  file: ReviewedFile,
  { edits, facets }: SideEdit,
  context: EventContext,
): ReviewedFile {
  const edited = isText(file)
    ? applyAttributedEdits(toComparison(file), edits, context)
    : undefined;
  const lines = edited?.current ?? applyEdits(file.current.lines, edits);
  const current = {
    path: facets.path,
    form: formFor(facets.form, file, lines),
    lines,
  };
  const after = { ...file, current };
  if (edited && isText(after)) {
    return withComparison(after, edited, context.revision);
  }
  const hunks = isText(after) ? compareFully(after, edits, context).hunks : [];
  return { ...after, hunks, revision: context.revision };
}

/** Content with lines is always a text. Its mode is then the last known one. */
function formFor(form: FileForm, { base, current }: ReviewedFile, lines: Lines): FileForm {
  if (lines.length === 0 || form.kind === 'text') {
    return form;
  }
  const textForm = [current.form, base.form].find(one => one.kind === 'text');
  return textForm ?? { kind: 'text' };
}

/** Compares a file that was binary and is a text now, and therefore has no hunks yet. */
function compareFully(
  { base, current, origins }: ReviewedFile,
  edits: readonly AttributedEdit[],
  context: EventContext,
) {
  const allOrigins = [...origins, ...edits.flatMap(edit => edit.attribution.origins)];
  const everything = {
    range: lineRange(0, base.lines.length),
    lines: current.lines,
    attribution: editAttribution('agent', allOrigins),
  };
  return applyAttributedEdits(
    { base: base.lines, current: base.lines, hunks: [] },
    [everything],
    context,
  );
}
