import type { ReviewEvent } from '../model/reviewEvent.ts';
import type { ReviewState } from '../model/reviewState.ts';
import { describeHunk, type ReviewComment } from './reviewComment.ts';

/**
 * Updates comments after an event: each follows its hunk and records the decision about it. `state` is the state after
 * the event.
 */
export function updateComments(
  comments: readonly ReviewComment[],
  event: ReviewEvent,
  state: ReviewState,
): readonly ReviewComment[] {
  const after = comments.map(comment => updateComment(comment, event, state));
  return after.every((comment, at) => comment === comments[at]) ? comments : after;
}

function updateComment(
  comment: ReviewComment,
  event: ReviewEvent,
  state: ReviewState,
): ReviewComment {
  for (const file of state.files.values()) {
    const hunk = file.hunks.find(({ id }) => id === comment.hunkId);
    if (hunk) {
      return withProperties(comment, { ...describeHunk(file, hunk), verdict: 'open' });
    }
  }
  return comment.verdict === 'open'
    ? withProperties(comment, { verdict: verdictOf(event) })
    : comment;
}

/** The decision about a hunk that an event removed. A hunk that was merely rewritten has none. */
function verdictOf(event: ReviewEvent): ReviewComment['verdict'] {
  switch (event.kind) {
    case 'decided':
      return event.verdict === 'accept' ? 'accepted' : 'rejected';
    case 'committed':
      return 'accepted';
    case 'changed':
    case 'removed':
    case 'reinstated':
    case 'proposed':
    case 'followed':
    case 'placed':
    case 'returned':
    case 'undone':
    case 'redone':
    case 'prompted':
    case 'abandoned':
      return 'open';
  }
}

function withProperties(comment: ReviewComment, properties: Partial<ReviewComment>): ReviewComment {
  const after = { ...comment, ...properties };
  const isSame =
    after.path === comment.path &&
    after.range.start === comment.range.start &&
    after.range.end === comment.range.end &&
    after.verdict === comment.verdict &&
    after.diff === comment.diff;
  return isSame ? comment : after;
}
