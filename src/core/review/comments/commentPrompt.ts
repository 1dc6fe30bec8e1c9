import type { Draft } from '../../prompt/draft.ts';
import { codeFence } from '../../text/codeFence.ts';
import { isEmpty, type LineRange } from '../../text/lineRange.ts';
import type { ReviewComment } from './reviewComment.ts';

/** Creates one prompt from all comments, each with its location and its hunk. */
export function commentPrompt(
  comments: readonly ReviewComment[],
  nameOf: (path: string) => string,
): Draft {
  const items = comments
    .toSorted(
      (one, other) => compareStrings(one.path, other.path) || one.range.start - other.range.start,
    )
    .map((comment, at) => formatComment(comment, at + 1, nameOf(comment.path)));
  return [{ kind: 'text', text: ['My comments on your changes:', ...items].join('\n\n') }];
}

/** Formats a location with one-based line numbers: `a.ts:3` or `a.ts:3-5`. */
export function formatHunkLocation(name: string, { start, end }: LineRange): string {
  return end - start > 1 ? `${name}:${start + 1}-${end}` : `${name}:${start + 1}`;
}

function formatComment(
  { range, verdict, diff, text }: ReviewComment,
  number: number,
  name: string,
): string {
  const location = formatHunkLocation(name, range);
  const locationText = isEmpty(range) ? `${location} (lines removed here)` : location;
  return `${number}. ${locationText}${VERDICT_TEXT[verdict]}\n\n${codeFence(diff, 'diff')}\n\n${text.trim()}`;
}

const VERDICT_TEXT: Readonly<Record<ReviewComment['verdict'], string>> = {
  open: '',
  accepted: ', accepted',
  rejected: ', rejected: the change is not in the file any more',
};

const compareStrings = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;
