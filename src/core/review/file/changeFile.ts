import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import { absorbEdits } from './absorbEdits.ts';
import type { EditAttribution } from './createHunks.ts';
import { editSide } from './editSide.ts';
import { sameFacets, toFileSide, type Facets, type FileContent } from './fileSide.ts';
import { uniqueOrigins, type Origin, type EventContext } from './hunk.ts';
import { toComparison, isPending, withComparison, type ReviewedFile } from './reviewedFile.ts';

/** Who changed a file. */
export type ChangeAuthor =
  | { readonly kind: 'agent'; readonly origin: Origin }
  | { readonly kind: 'user' };

/** What happened to a file: some lines, all of it, or its name. */
export type FileChange =
  | { readonly kind: 'lines'; readonly edits: readonly LineEdit[] }
  | { readonly kind: 'content'; readonly content: FileContent }
  | { readonly kind: 'renamed'; readonly path: string };

/** A file after an event, and the edits its two texts went through. */
export interface FileUpdate {
  readonly file: ReviewedFile;
  readonly baseEdits: readonly LineEdit[];
  readonly currentEdits: readonly LineEdit[];
}

/** A file after somebody changed it: what the agent does is pending, what the user does is agreed. */
export function changeFile(
  file: ReviewedFile,
  author: ChangeAuthor,
  change: FileChange,
  stamp: EventContext,
): FileUpdate {
  const edits = editsIn(file, change);
  const facets = facetsAfter(file, change);
  if (author.kind === 'agent') {
    return agentChanged(file, { edits, facets, origin: author.origin }, stamp);
  }
  return isPending(file)
    ? userChanged(file, edits, facets, stamp)
    : userChangedSettled(file, edits, facets, stamp);
}

function editsIn(file: ReviewedFile, change: FileChange): readonly LineEdit[] {
  switch (change.kind) {
    case 'lines':
      return change.edits;
    case 'content':
      return editsBetween(file.current.lines, toFileSide('', change.content).lines);
    case 'renamed':
      return [];
  }
}

function facetsAfter(file: ReviewedFile, change: FileChange): Facets {
  const { path, form } = file.current;
  switch (change.kind) {
    case 'lines':
      return { path, form };
    case 'content':
      return { path: pathOf(file, change.content), form: toFileSide(path, change.content).form };
    case 'renamed':
      return { path: change.path, form };
  }
}

/** A file that was renamed and then deleted is one deleted from where it was. */
const pathOf = ({ base, current }: ReviewedFile, content: FileContent): string =>
  content.kind === 'absent' && base.form.kind !== 'absent' ? base.path : current.path;

interface AgentChange {
  readonly edits: readonly LineEdit[];
  readonly facets: Facets;
  readonly origin: Origin;
}

function agentChanged(file: ReviewedFile, change: AgentChange, stamp: EventContext): FileUpdate {
  const { edits, facets, origin } = change;
  const mark: EditAttribution = {
    by: 'agent',
    origins: [origin],
    id: null,
    wrote: null,
    whole: false,
  };
  const marked = edits.map(edit => ({ ...edit, mark }));
  const whole = sameFacets(file.current, facets)
    ? {}
    : {
        origins: uniqueOrigins([...file.origins, origin]),
        facetsRevision: stamp.revision,
        mixed: false,
      };
  const after = editSide({ ...file, ...whole }, { side: 'current', edits: marked, facets }, stamp);
  return { file: after, baseEdits: [], currentEdits: edits };
}

const USER: EditAttribution = { by: 'user', origins: [], id: null, wrote: null, whole: false };

/** Beside the hunks the base goes along. In a file the agent created or deleted there is no base to go along. */
function userChanged(
  file: ReviewedFile,
  edits: readonly LineEdit[],
  facets: Facets,
  stamp: EventContext,
): FileUpdate {
  const renamed = withUserFacets(file, facets);
  if (file.base.form.kind === 'text' && facets.form.kind === 'text' && isPlain(file)) {
    const { compared, baseEdits } = absorbEdits(toComparison(file), edits, stamp);
    const current = { ...renamed.current, ...facets };
    const after = withComparison({ ...renamed, current }, compared, stamp.revision);
    return { file: after, baseEdits, currentEdits: edits };
  }
  const marked = edits.map(edit => ({ ...edit, mark: USER }));
  const mixed = file.mixed || facets.form.kind === 'binary';
  const after = editSide({ ...renamed, mixed }, { side: 'current', edits: marked, facets }, stamp);
  return { file: after, baseEdits: [], currentEdits: edits };
}

const isPlain = (file: ReviewedFile): boolean => file.current.form.kind === 'text';

/** The user's new name or mode is agreed at once, unless the agent's own waits for a decision. */
function withUserFacets(file: ReviewedFile, facets: Facets): ReviewedFile {
  const { base, current } = file;
  const path = base.path === current.path ? facets.path : base.path;
  const isModeOnly =
    base.form.kind === 'text' && current.form.kind === 'text' && facets.form.kind === 'text';
  const form = isModeOnly && base.form.mode === current.form.mode ? facets.form : base.form;
  return { ...file, base: { ...base, path, form } };
}

/** Where nothing is pending the user's text is the base. */
function userChangedSettled(
  file: ReviewedFile,
  edits: readonly LineEdit[],
  facets: Facets,
  stamp: EventContext,
): FileUpdate {
  const after = editSide(
    file,
    { side: 'current', edits: edits.map(edit => ({ ...edit, mark: USER })), facets },
    stamp,
  );
  const settled = { ...after, base: after.current, hunks: [] };
  return { file: settled, baseEdits: edits, currentEdits: edits };
}
