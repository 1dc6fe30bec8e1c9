import type { Draft } from '../../prompt/draft.ts';
import { codeFence } from '../../text/codeFence.ts';
import { isEmpty, type LineRange } from '../../text/lineRange.ts';
import type { ReviewComment } from './reviewComment.ts';

/** One prompt with everything the user has said about hunks: for each where it stands, the hunk, and the words. */
export function commentPrompt(
  remarks: readonly ReviewComment[],
  nameOf: (path: string) => string,
): Draft {
  const items = remarks
    .toSorted((one, other) => compared(one.path, other.path) || one.range.start - other.range.start)
    .map((remark, at) => itemText(remark, at + 1, nameOf(remark.path)));
  return [{ kind: 'text', text: ['My comments on your changes:', ...items].join('\n\n') }];
}

/** Where a remark stands, lines from 1: `a.ts:3` or `a.ts:3-5`. */
export function formatLocation(name: string, { start, end }: LineRange): string {
  return end - start > 1 ? `${name}:${start + 1}-${end}` : `${name}:${start + 1}`;
}

function itemText(
  { range, verdict, diff, words }: ReviewComment,
  number: number,
  name: string,
): string {
  const place = formatLocation(name, range);
  const where = isEmpty(range) ? `${place} (lines removed here)` : place;
  return `${number}. ${where}${BECAME[verdict]}\n\n${codeFence(diff, 'diff')}\n\n${words.trim()}`;
}

const BECAME: Readonly<Record<ReviewComment['verdict'], string>> = {
  open: '',
  accepted: ', accepted',
  rejected: ', rejected: the change is not in the file any more',
};

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
