import type { ReviewComment } from '../review/comments/reviewComment.ts';
import type { Hunk } from '../review/file/hunk.ts';
import { getFileStatus, lastOrigin, type ReviewedFile } from '../review/file/reviewedFile.ts';
import type { Entry, RejectedFile } from '../session/transcript/entry.ts';

/** The review of the changes of one session. */
export interface SessionReview {
  readonly sessionId: string;
  readonly pending: readonly ReviewedFile[];
  readonly entries: readonly Entry[];
  readonly comments: readonly ReviewComment[];
  readonly labelOf: (path: string) => string;
}

/** How much of a rejected change is quoted, so that the agent recognizes it. */
const QUOTED_LINES = 6;

/** What waits for the user's review and what the user rejected, as lines for the model. Lines count from 1. */
export function reviewStateLines(review: SessionReview): readonly string[] {
  const pending = review.pending.flatMap(file => pendingLines(file, review));
  const rejected = review.entries.flatMap(entry =>
    entry.kind === 'rejected' ? entry.files.flatMap(file => rejectedLines(file, review)) : [],
  );
  return [
    pending.length === 0 ? 'No change of this session waits for review.' : 'Waiting for review:',
    ...pending,
    rejected.length === 0 ? 'The user has rejected nothing.' : 'Rejected by the user:',
    ...rejected,
  ];
}

function pendingLines(
  file: ReviewedFile,
  { sessionId, labelOf }: SessionReview,
): readonly string[] {
  const hunks = file.hunks.filter(hunk => lastOrigin(file, hunk)?.sessionId === sessionId);
  const isOfSession = file.origins.some(origin => origin.sessionId === sessionId);
  if (hunks.length === 0 && !isOfSession) {
    return [];
  }
  const path = file.proposal?.target.path ?? file.current.path;
  const places = hunks.map(hunk => hunkPlace(hunk)).join(', ');
  return [`  ${labelOf(path)} (${getFileStatus(file)})${places ? `: ${places}` : ''}`];
}

const hunkPlace = ({ current: { start, end } }: Hunk): string =>
  end <= start
    ? `lines removed at ${start + 1}`
    : end - start === 1
      ? `line ${end}`
      : `lines ${start + 1}-${end}`;

function rejectedLines(
  file: RejectedFile,
  { comments, labelOf }: SessionReview,
): readonly string[] {
  const label = labelOf(file.path);
  const words = (hunkId: string): readonly string[] =>
    comments
      .filter(
        ({ path, hunkId: id, verdict }) =>
          path === file.path && id === hunkId && verdict === 'rejected',
      )
      .map(comment => `    The user says: ${comment.text}`);
  if (file.hunks.length === 0) {
    return file.back ? [] : [`  ${label} (${file.change})`];
  }
  return file.hunks
    .filter(({ back }) => !back)
    .flatMap(hunk => [
      `  ${label}, line ${hunk.line + 1}. You wrote:`,
      ...quoted(hunk.wrote),
      ...words(hunk.id),
    ]);
}

function quoted(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, QUOTED_LINES).map(line => `    > ${line.trimEnd()}`);
  const omitted = lines.length - shown.length;
  return omitted > 0 ? [...shown, `    > ... ${omitted} more lines`] : shown;
}
