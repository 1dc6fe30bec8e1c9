import type { LineChange } from '../../diff/lineChange.ts';
import { lineDiff } from '../../diff/lineDiff.ts';
import { isEmpty, overlapsOrTouches, overlaps } from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import type { FileUpdate } from './changeFile.ts';
import { sameForm, toFileSide, type FileContent, type FileSide } from './fileSide.ts';
import type { Hunk, EventContext } from './hunk.ts';
import { wholeHunk } from './hunkPart.ts';
import { isPending, isText, type ReviewedFile } from './reviewedFile.ts';
import { acceptInFile, selectEverything, type FileSelection } from './fileDecision.ts';

/** What a commit has of a file: its content, or, of two texts, where it differs from what stands in the file. */
export type HeadContent =
  | FileContent
  | { readonly kind: 'differing'; readonly changes: readonly LineChange[] };

/** What git has put in place of what: a file that stood there just so before was not committed now. */
export interface HeadChange {
  readonly head: HeadContent;
  readonly was?: HeadContent | undefined;
}

/** Committing a hunk is accepting it: what now stands in HEAD just as it stands in the file goes into the base. */
export function acceptCommitted(
  file: ReviewedFile,
  { head, was }: HeadChange,
  stamp: EventContext,
): FileUpdate | undefined {
  const choice = without(sameIn(file, head), was && sameIn(file, was));
  if (!isPending(file) || (!choice.whole && choice.parts.length === 0)) {
    return undefined;
  }
  const settled = acceptInFile(file, choice, stamp);
  return { file: settled.file, baseEdits: settled.edits, currentEdits: [] };
}

const sameIn = (file: ReviewedFile, head: HeadContent): FileSelection =>
  head.kind === 'differing'
    ? unchangedIn(file, head.changes)
    : committedIn(file, toFileSide(file.current.path, head));

function without(now: FileSelection, before: FileSelection | undefined): FileSelection {
  const known = new Set(before?.parts.map(({ hunk }) => hunk));
  return {
    parts: now.parts.filter(({ hunk }) => !known.has(hunk)),
    whole: now.whole && !before?.whole,
  };
}

function committedIn(file: ReviewedFile, head: FileSide): FileSelection {
  const { current } = file;
  if (sameForm(current.form, head.form) && sameLines(current.lines, head.lines)) {
    return selectEverything(file);
  }
  if (!isText(file) || head.form.kind !== 'text') {
    return { parts: [], whole: false };
  }
  const { parts } = unchangedIn(file, lineDiff(head.lines, current.lines));
  return { parts, whole: false };
}

function unchangedIn(file: ReviewedFile, changes: readonly LineChange[]): FileSelection {
  const same = file.hunks.filter(hunk => changes.every(change => !isOpen(hunk, change)));
  return changes.length === 0
    ? selectEverything(file)
    : { parts: same.map(wholeHunk), whole: false };
}

/** Whether HEAD still differs at a hunk. New lines directly beside it are another matter, lines that HEAD still has are not. */
function isOpen(hunk: Hunk, change: LineChange): boolean {
  return isEmpty(change.base) && !isEmpty(hunk.current)
    ? overlaps(hunk.current, change.current)
    : overlapsOrTouches(hunk.current, change.current);
}
