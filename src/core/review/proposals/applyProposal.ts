import { editsBetween } from '../../diff/lineDiff.ts';
import { joinLines } from '../../text/lines.ts';
import { merge3, resolveWithTheirs } from '../../diff/merge3.ts';
import { toFileContent, toFileSide, type FileContent, type FileSide } from '../file/fileSide.ts';
import type { ProposedFile } from '../file/proposal.ts';
import { actionsBetween, type ReviewAction } from '../model/reviewAction.ts';

/** What it takes to put into a file what is agreed of a proposal. */
export interface ProposalApplication {
  readonly actions: readonly ReviewAction[];
  /** What the file is then. */
  readonly content: FileContent;
  /** The text with what could not be put there, because the same lines were changed since: it has to be proposed again. */
  readonly conflictingText: string | undefined;
}

/** Puts what is agreed into the target as it is now. Lines that were changed since stay as they are. */
export function applyProposal(
  { base, proposal: { target } }: ProposedFile,
  now: FileContent,
): ProposalApplication {
  const from = toFileSide(target.path, now);
  const agreed = { ...base, path: target.path };
  if (from.form.kind !== 'text' || agreed.form.kind !== 'text') {
    return placing(from, agreed, undefined);
  }
  const merged = merge3(target.lines, from.lines, agreed.lines);
  const again = merged.conflicts.length > 0 ? joinLines(resolveWithTheirs(merged)) : undefined;
  return placing(from, { ...from, lines: merged.lines }, again);
}

const placing = (from: FileSide, to: FileSide, again: string | undefined): ProposalApplication => ({
  actions: actionsBetween(from, to, editsBetween(from.lines, to.lines)),
  content: toFileContent(to),
  conflictingText: again,
});
