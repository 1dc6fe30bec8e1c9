import { editsBetween } from '../../diff/lineDiff.ts';
import { sameLines } from '../../text/lines.ts';
import { absorbEdits } from './absorbEdits.ts';
import { changeEdits, changeFile, type FileChange } from './changeFile.ts';
import { flipComparison } from './comparison.ts';
import { attributeEdits, editAttribution } from './editAttribution.ts';
import { editSide } from './editSide.ts';
import { sameForm, toFileSide, type FileContent, type FileSide } from './fileSide.ts';
import { sideUpdate, type FileUpdate } from './fileUpdate.ts';
import type { EventContext, Origin } from './hunk.ts';
import { startReview, toComparison, withComparison, type ReviewedFile } from './reviewedFile.ts';

/**
 * A change by an agent that is not in its file yet. It is reviewed like a file of its own: the base is what the user
 * has accepted, the current text is the agent's version, and the hunks between them are pending. Accepted changes are
 * written to the target.
 */
export interface Proposal {
  /** The file to change, with its last known text. */
  readonly target: FileSide;
  readonly origin: Origin;
}

/** A new proposal. `path` identifies the proposal, `target` is the file to change. */
export interface NewProposal {
  readonly path: string;
  readonly target: string;
  readonly before: FileContent;
  readonly after: string;
  readonly origin: Origin;
}

export type ProposedFile = ReviewedFile & { readonly proposal: Proposal };

export function isProposal(file: ReviewedFile): file is ProposedFile {
  return file.proposal !== null;
}

/** Starts the review of a proposal. All of it is pending. */
export function startProposal(proposed: NewProposal, context: EventContext): FileUpdate {
  const { path, target, before, after, origin } = proposed;
  const proposal = { target: toFileSide(target, before), origin };
  const mode =
    before.kind === 'text' && before.mode !== undefined ? { mode: before.mode } : undefined;
  const content = { kind: 'text', text: after, ...mode } as const;
  const file = { ...startReview(path, before, context.revision), proposal };
  return changeFile(file, { kind: 'agent', origin }, { kind: 'content', content }, context);
}

/** Whether everything accepted has been written to the target. */
export function isProposalApplied({ base, proposal }: ReviewedFile): boolean {
  return (
    proposal === null ||
    (sameForm(base.form, proposal.target.form) && sameLines(base.lines, proposal.target.lines))
  );
}

/** Records that everything accepted has been written to the target. */
export function markProposalApplied(file: ProposedFile): ProposedFile {
  const target = { ...file.base, path: file.proposal.target.path };
  return { ...file, proposal: { ...file.proposal, target } };
}

/** Makes pending again what was accepted but not written to the target. */
export function reopenProposal(file: ProposedFile, context: EventContext): FileUpdate {
  const { base, proposal } = file;
  const { lines, form } = proposal.target;
  const attribution = editAttribution('undo', [proposal.origin]);
  const edits = attributeEdits(editsBetween(base.lines, lines), attribution);
  const facets = { path: base.path, form };
  const after = editSide(file, { side: 'base', edits, facets }, context);
  return sideUpdate({ ...after, facetsRevision: context.revision }, 'base', edits);
}

/**
 * Updates a fully applied proposal after its target was changed. Outside of hunks both texts are changed; at a hunk
 * only the base is, so that the hunk shows what accepting it would do now.
 */
export function rebaseProposal(
  file: ProposedFile,
  change: FileChange,
  context: EventContext,
): FileUpdate {
  const { base, current, proposal } = file;
  const edits = changeEdits(proposal.target, change);
  const form =
    change.kind === 'content' ? toFileSide('', change.content).form : proposal.target.form;
  const { comparison, baseEdits } = absorbEdits(
    flipComparison(toComparison(file)),
    edits,
    context,
    editAttribution('undo'),
  );
  const after = withComparison(
    {
      ...file,
      base: { ...base, form },
      current: current.form.kind === 'absent' ? { ...current, form } : current,
    },
    flipComparison(comparison),
    context.revision,
  );
  const target = { path: proposal.target.path, form, lines: after.base.lines };
  return {
    file: { ...after, proposal: { ...proposal, target } },
    baseEdits: edits,
    currentEdits: baseEdits,
  };
}
