import type { LineChange } from '../../diff/lineChange.ts';
import { lineDiff } from '../../diff/lineDiff.ts';
import { isEmpty, overlaps, overlapsOrTouches } from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import { acceptInFile, selectEverything, type FileSelection } from './fileDecision.ts';
import {
  isExecutable,
  modeOf,
  sameForm,
  toFileSide,
  type FileContent,
  type FileSide,
} from './fileSide.ts';
import { sideUpdate, type FileUpdate } from './fileUpdate.ts';
import type { EventContext, Hunk } from './hunk.ts';
import { wholeHunk } from './hunkPart.ts';
import { isPending, isText, type ReviewedFile } from './reviewedFile.ts';

/**
 * A file in HEAD: its content or, for texts, only the differences to the current text. Of the permissions, git knows only
 * whether the file is executable.
 */
export type HeadContent = (
  | FileContent
  | { readonly kind: 'differing'; readonly changes: readonly LineChange[] }
) & { readonly isExecutable?: boolean };

/**
 * A file in HEAD and, if it is known, in the previous HEAD. What was already the same in the previous HEAD is not newly
 * committed.
 */
export interface HeadChange {
  readonly head: HeadContent;
  readonly was?: HeadContent | undefined;
}

/** Accepts the hunks that were committed, that is, whose current lines are now in HEAD. */
export function acceptCommitted(
  file: ReviewedFile,
  { head, was }: HeadChange,
  context: EventContext,
): FileUpdate | undefined {
  const selection = exclude(matchHead(file, head), was && matchHead(file, was));
  if (!isPending(file) || (!selection.whole && selection.parts.length === 0)) {
    return undefined;
  }
  const accepted = acceptInFile(file, selection, context);
  return sideUpdate(accepted.file, 'base', accepted.edits);
}

function matchHead(file: ReviewedFile, head: HeadContent): FileSelection {
  const { parts, whole } =
    head.kind === 'differing'
      ? matchChanges(file, head.changes)
      : matchContent(file, toFileSide(file.current.path, head));
  return { parts, whole: whole && hasPermissionsOf(file, head) };
}

/**
 * Whether the permissions that an agent has set can be part of a commit: a commit that the agent did not know of may have the
 * same text. Permissions that git does not store go along with the text.
 */
function hasPermissionsOf(file: ReviewedFile, { isExecutable: isInHead }: HeadContent): boolean {
  const [before, after] = [modeOf(file.base), modeOf(file.current)];
  if (isInHead === undefined || before === undefined || after === undefined || before === after) {
    return true;
  }
  return isExecutable(before) === isExecutable(after)
    ? file.hunks.length > 0 || !isText(file)
    : isExecutable(after) === isInHead;
}

function exclude(now: FileSelection, before: FileSelection | undefined): FileSelection {
  const excluded = new Set(before?.parts.map(({ hunk }) => hunk));
  return {
    parts: now.parts.filter(({ hunk }) => !excluded.has(hunk)),
    whole: now.whole && !before?.whole,
  };
}

function matchContent(file: ReviewedFile, head: FileSide): FileSelection {
  const { current } = file;
  if (sameForm(current.form, head.form) && sameLines(current.lines, head.lines)) {
    return selectEverything(file);
  }
  if (!isText(file) || head.form.kind !== 'text') {
    return { parts: [], whole: false };
  }
  const { parts } = matchChanges(file, lineDiff(head.lines, current.lines));
  return { parts, whole: false };
}

function matchChanges(file: ReviewedFile, changes: readonly LineChange[]): FileSelection {
  const same = file.hunks.filter(hunk => changes.every(change => !differsAt(hunk, change)));
  return changes.length === 0
    ? selectEverything(file)
    : { parts: same.map(wholeHunk), whole: false };
}

/**
 * Whether HEAD still differs at a hunk. A pure insertion next to the hunk is a separate change; lines that HEAD still
 * has are not.
 */
function differsAt(hunk: Hunk, change: LineChange): boolean {
  return isEmpty(change.base) && !isEmpty(hunk.current)
    ? overlaps(hunk.current, change.current)
    : overlapsOrTouches(hunk.current, change.current);
}
