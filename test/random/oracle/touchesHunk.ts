import type { Hunk } from '../../../src/core/review/file/hunk.ts';
import type { ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';

/** A replacement of lines in a text. */
export interface EditedLines {
  readonly line: number;
  readonly remove: number;
  /** Whether the last line of the text changes too, because it has no line ending. */
  readonly isOpenEnd: boolean;
}

/**
 * The rule for lines that both the user and the agent changed: an edit of the user belongs to a hunk if it overlaps it, or
 * touches a deletion, or stands after it where the base ends without a line ending. Whoever rejects the hunk rejects the
 * edit with it. Everything in a file that the agent created belongs to its only hunk.
 */
export function touchesHunk(
  { base, hunks }: ReviewedFile,
  { line, remove, isOpenEnd }: EditedLines,
): boolean {
  const start = isOpenEnd ? line - 1 : line;
  const end = line + remove;
  const isBaseOpen = base.lines.at(-1)?.endsWith('\n') === false;
  const touches = ({ base: before, current }: Hunk): boolean =>
    (isBaseOpen && before.end === base.lines.length && start === current.end) ||
    (current.start === current.end || isOpenEnd
      ? start <= current.end && current.start <= end
      : start === end
        ? current.start < start && start < current.end
        : start < current.end && current.start < end);
  return base.form.kind === 'absent' || hunks.some(touches);
}
