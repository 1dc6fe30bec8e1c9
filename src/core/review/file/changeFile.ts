import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import { absorbEdits } from './absorbEdits.ts';
import { attributeEdits, editAttribution } from './editAttribution.ts';
import { editSide } from './editSide.ts';
import {
  sameFacets,
  toFacets,
  toFileSide,
  type Facets,
  type FileContent,
  type FileSide,
} from './fileSide.ts';
import { sideUpdate, type FileUpdate } from './fileUpdate.ts';
import { uniqueOrigins, type EventContext, type Origin } from './hunk.ts';
import { isPending, toComparison, withComparison, type ReviewedFile } from './reviewedFile.ts';

export type ChangeAuthor =
  | { readonly kind: 'agent'; readonly origin: Origin }
  /** `onDisk`: a program wrote the file, and not the editor. What it removes may come back. */
  | { readonly kind: 'user'; readonly onDisk?: true };

/** The file has an earlier text again, and with it what the user had agreed to of that text. */
export interface RestoredText {
  readonly kind: 'restored';
  readonly edits: readonly LineEdit[];
  readonly baseEdits: readonly LineEdit[];
  /** Who wrote what is pending again. */
  readonly origins: readonly Origin[];
}

/** A change of some lines, of the whole content, or of the path. */
export type FileChange =
  | { readonly kind: 'lines'; readonly edits: readonly LineEdit[] }
  | RestoredText
  | { readonly kind: 'content'; readonly content: FileContent }
  | { readonly kind: 'renamed'; readonly path: string };

/** Applies a change to a file. What the agent changes becomes pending; what the user changes counts as accepted. */
export function changeFile(
  file: ReviewedFile,
  author: ChangeAuthor,
  change: FileChange,
  context: EventContext,
): FileUpdate {
  if (change.kind === 'restored') {
    return restored(file, change, context);
  }
  const edits = changeEdits(file.current, change);
  const facets = facetsAfter(file, change);
  if (author.kind === 'agent') {
    return agentChanged(file, { edits, facets, origin: author.origin }, context);
  }
  return isPending(file)
    ? userChanged(file, edits, facets, context)
    : userChangedResolved(file, edits, facets, context);
}

/** The line edits that a change makes to a text. */
export function changeEdits({ lines }: FileSide, change: FileChange): readonly LineEdit[] {
  switch (change.kind) {
    case 'lines':
    case 'restored':
      return change.edits;
    case 'content':
      return editsBetween(lines, toFileSide('', change.content).lines);
    case 'renamed':
      return [];
  }
}

function facetsAfter(file: ReviewedFile, change: FileChange): Facets {
  const { path, form } = file.current;
  switch (change.kind) {
    case 'lines':
    case 'restored':
      return { path, form };
    case 'content':
      return { path: pathOf(file, change.content), form: toFileSide(path, change.content).form };
    case 'renamed':
      return { path: change.path, form };
  }
}

/** A file that was renamed and then deleted counts as deleted at its original path. */
const pathOf = ({ base, current }: ReviewedFile, content: FileContent): string =>
  content.kind === 'absent' && base.form.kind !== 'absent' ? base.path : current.path;

function restored(file: ReviewedFile, change: RestoredText, context: EventContext): FileUpdate {
  const { edits, baseEdits, origins } = change;
  const attribution = editAttribution('undo', origins);
  const edit = (edited: ReviewedFile, side: 'base' | 'current', made: readonly LineEdit[]) =>
    editSide(
      edited,
      { side, edits: attributeEdits(made, attribution), facets: toFacets(edited[side]) },
      context,
    );
  return {
    file: edit(edit(file, 'current', edits), 'base', baseEdits),
    baseEdits,
    currentEdits: edits,
  };
}

interface AgentChange {
  readonly edits: readonly LineEdit[];
  readonly facets: Facets;
  readonly origin: Origin;
}

function agentChanged(file: ReviewedFile, change: AgentChange, context: EventContext): FileUpdate {
  const { edits, facets, origin } = change;
  const attributed = attributeEdits(edits, editAttribution('agent', [origin]));
  const fileLevel = sameFacets(file.current, facets)
    ? {}
    : {
        origins: uniqueOrigins([...file.origins, origin]),
        facetsRevision: context.revision,
        mixed: false,
      };
  const after = editSide(
    { ...file, ...fileLevel },
    { side: 'current', edits: attributed, facets },
    context,
  );
  return sideUpdate(after, 'current', edits);
}

/** Outside of hunks the base is edited too. A file that the agent created or deleted has no base text to edit. */
function userChanged(
  file: ReviewedFile,
  edits: readonly LineEdit[],
  facets: Facets,
  context: EventContext,
): FileUpdate {
  const renamed = withUserFacets(file, facets);
  if (
    file.base.form.kind === 'text' &&
    facets.form.kind === 'text' &&
    file.current.form.kind === 'text'
  ) {
    const { comparison, baseEdits } = absorbEdits(toComparison(file), edits, context);
    const current = { ...renamed.current, ...facets };
    const after = withComparison({ ...renamed, current }, comparison, context.revision);
    return { file: after, baseEdits, currentEdits: edits };
  }
  const attributed = attributeEdits(edits, editAttribution('user'));
  const mixed = file.mixed || facets.form.kind === 'binary';
  const after = editSide(
    { ...renamed, mixed },
    { side: 'current', edits: attributed, facets },
    context,
  );
  return sideUpdate(after, 'current', edits);
}

/** A path or mode set by the user counts as accepted, unless a path or mode set by the agent is pending. */
function withUserFacets(file: ReviewedFile, facets: Facets): ReviewedFile {
  const { base, current } = file;
  const path = base.path === current.path ? facets.path : base.path;
  const isModeOnly =
    base.form.kind === 'text' && current.form.kind === 'text' && facets.form.kind === 'text';
  const form = isModeOnly && base.form.mode === current.form.mode ? facets.form : base.form;
  return { ...file, base: { ...base, path, form } };
}

/** If nothing is pending, the user's text becomes the base. */
function userChangedResolved(
  file: ReviewedFile,
  edits: readonly LineEdit[],
  facets: Facets,
  context: EventContext,
): FileUpdate {
  const attributed = attributeEdits(edits, editAttribution('user'));
  const after = editSide(file, { side: 'current', edits: attributed, facets }, context);
  const accepted = { ...after, base: after.current, hunks: [] };
  return { file: accepted, baseEdits: edits, currentEdits: edits };
}
