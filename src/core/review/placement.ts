import { editsBetween } from '../text/lineDiff.ts';
import { joinLines } from '../text/lines.ts';
import { merge3, theirVersion } from '../text/merge3.ts';
import { contentOf, sideOf, type FileContent, type FileSide } from './fileSide.ts';
import type { ProposedFile } from './proposal.ts';
import { actionsBetween, type ReviewAction } from './reviewAction.ts';

/** What it takes to put into a file what is agreed of a proposal. */
export interface Placement {
  readonly actions: readonly ReviewAction[];
  /** What the file is then. */
  readonly content: FileContent;
  /** The text with what could not be put there, because the same lines were changed since: it has to be proposed again. */
  readonly again: string | undefined;
}

/** Puts what is agreed into the target as it is now. Lines that were changed since stay as they are. */
export function placement(
  { base, proposal: { target } }: ProposedFile,
  now: FileContent,
): Placement {
  const from = sideOf(target.path, now);
  const agreed = { ...base, path: target.path };
  if (from.form.kind !== 'text' || agreed.form.kind !== 'text') {
    return placing(from, agreed, undefined);
  }
  const merged = merge3(target.lines, from.lines, agreed.lines);
  const again = merged.conflicts.length > 0 ? joinLines(theirVersion(merged)) : undefined;
  return placing(from, { ...from, lines: merged.lines }, again);
}

const placing = (from: FileSide, to: FileSide, again: string | undefined): Placement => ({
  actions: actionsBetween(from, to, editsBetween(from.lines, to.lines)),
  content: contentOf(to),
  again,
});
