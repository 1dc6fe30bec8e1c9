import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import { sameLines } from '../../text/lines.ts';
import { absorbEdits } from './absorbEdits.ts';
import { changeFile, type FileChange, type FileUpdate } from './changeFile.ts';
import { flipComparison } from './comparison.ts';
import type { EditAttribution } from './createHunks.ts';
import { editSide } from './editSide.ts';
import { sameForm, toFileSide, type FileContent, type FileSide } from './fileSide.ts';
import type { Origin, EventContext } from './hunk.ts';
import { toComparison, startReview, withComparison, type ReviewedFile } from './reviewedFile.ts';

/**
 * A change that an agent wants and that does not stand in its file yet. It is reviewed as a file of its own: the base is what
 * the user has agreed to, the current text is what the agent wants, and the hunks between them wait. What is agreed goes into
 * the target.
 */
export interface Proposal {
  /** The file it is meant for, with the text of that file as we know it. */
  readonly target: FileSide;
  readonly origin: Origin;
}

/** What somebody proposes. `path` is the name of the proposal, `target` the file it is meant for. */
export interface NewProposal {
  readonly path: string;
  readonly target: string;
  readonly before: FileContent;
  readonly after: string;
  readonly origin: Origin;
}

/** A file under review that is a proposal. */
export type ProposedFile = ReviewedFile & { readonly proposal: Proposal };

/** Whether it stands beside its file, and not in it. */
export function isProposal(file: ReviewedFile): file is ProposedFile {
  return file.proposal !== null;
}

/** Starts the review of a proposal: all of it waits. */
export function startProposal(proposed: NewProposal, stamp: EventContext): FileUpdate {
  const { path, target, before, after, origin } = proposed;
  const proposal = { target: toFileSide(target, before), origin };
  const mode =
    before.kind === 'text' && before.mode !== undefined ? { mode: before.mode } : undefined;
  const content = { kind: 'text', text: after, ...mode } as const;
  const file = { ...startReview(path, before, stamp.revision), proposal };
  return changeFile(file, { kind: 'agent', origin }, { kind: 'content', content }, stamp);
}

/** Whether all that is agreed stands in the target. */
export function isProposalApplied({ base, proposal }: ReviewedFile): boolean {
  return (
    proposal === null ||
    (sameForm(base.form, proposal.target.form) && sameLines(base.lines, proposal.target.lines))
  );
}

/** What is agreed stands in the target now. */
export function markProposalApplied(file: ProposedFile): ProposedFile {
  const target = { ...file.base, path: file.proposal.target.path };
  return { ...file, proposal: { ...file.proposal, target } };
}

/** What was agreed and is not in the target yet waits again. */
export function reopenProposal(file: ProposedFile, stamp: EventContext): FileUpdate {
  const { base, proposal } = file;
  const { lines, form } = proposal.target;
  const mark = { ...NEUTRAL, origins: [proposal.origin] };
  const edits = editsBetween(base.lines, lines).map(edit => ({ ...edit, mark }));
  const facets = { path: base.path, form };
  const after = editSide(file, { side: 'base', edits, facets }, stamp);
  return { file: { ...after, facetsRevision: stamp.revision }, baseEdits: edits, currentEdits: [] };
}

/**
 * Somebody changed the target, in which all that is agreed stands. The proposal goes along: beside its hunks both texts get the
 * change, at a hunk only the base does, so that the hunk says what accepting it would do now.
 */
export function rebaseProposal(
  file: ProposedFile,
  change: FileChange,
  stamp: EventContext,
): FileUpdate {
  const { base, current, proposal } = file;
  const edits = editsOf(proposal.target, change);
  const form =
    change.kind === 'content' ? toFileSide('', change.content).form : proposal.target.form;
  const { compared, baseEdits } = absorbEdits(
    flipComparison(toComparison(file)),
    edits,
    stamp,
    NEUTRAL,
  );
  const after = withComparison(
    {
      ...file,
      base: { ...base, form },
      current: current.form.kind === 'absent' ? { ...current, form } : current,
    },
    flipComparison(compared),
    stamp.revision,
  );
  const target = { path: proposal.target.path, form, lines: after.base.lines };
  return {
    file: { ...after, proposal: { ...proposal, target } },
    baseEdits: edits,
    currentEdits: baseEdits,
  };
}

const NEUTRAL: EditAttribution = { by: 'undo', origins: [], id: null, wrote: null, whole: false };

function editsOf(target: FileSide, change: FileChange): readonly LineEdit[] {
  switch (change.kind) {
    case 'lines':
      return change.edits;
    case 'content':
      return editsBetween(target.lines, toFileSide('', change.content).lines);
    case 'renamed':
      return [];
  }
}
