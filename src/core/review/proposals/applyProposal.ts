import { editsBetween } from '../../diff/lineDiff.ts';
import { merge3, resolveWithTheirs } from '../../diff/merge3.ts';
import { joinLines } from '../../text/lines.ts';
import { toFileContent, toFileSide, type FileContent, type FileSide } from '../file/fileSide.ts';
import type { ProposedFile } from '../file/proposal.ts';
import { actionsBetween, type ReviewAction } from '../model/reviewAction.ts';

/** How to write the accepted part of a proposal to its target. */
export interface ProposalApplication {
  readonly actions: readonly ReviewAction[];
  /** The resulting content of the target. */
  readonly content: FileContent;
  /** The text with the changes that conflict with later changes of the target. It must be proposed again. */
  readonly conflictingText: string | undefined;
}

/** Merges the accepted changes into the current content of the target. Lines that have been changed since are kept. */
export function applyProposal(
  { base, proposal: { target } }: ProposedFile,
  now: FileContent,
): ProposalApplication {
  const currentSide = toFileSide(target.path, now);
  const accepted = { ...base, path: target.path };
  if (currentSide.form.kind !== 'text' || accepted.form.kind !== 'text') {
    return toApplication(currentSide, accepted, undefined);
  }
  const merged = merge3(target.lines, currentSide.lines, accepted.lines);
  const conflictingText =
    merged.conflicts.length > 0 ? joinLines(resolveWithTheirs(merged)) : undefined;
  return toApplication(currentSide, { ...currentSide, lines: merged.lines }, conflictingText);
}

const toApplication = (
  currentSide: FileSide,
  to: FileSide,
  conflictingText: string | undefined,
): ProposalApplication => ({
  actions: actionsBetween(currentSide, to, editsBetween(currentSide.lines, to.lines)),
  content: toFileContent(to),
  conflictingText,
});
