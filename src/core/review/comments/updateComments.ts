import { describeHunk, type ReviewComment } from './reviewComment.ts';
import type { ReviewEvent } from '../model/reviewEvent.ts';
import type { ReviewState } from '../model/reviewState.ts';

/** The remarks after an event: each follows its hunk, and knows what became of it. The state is the one after the event. */
export function updateComments(
  remarks: readonly ReviewComment[],
  event: ReviewEvent,
  state: ReviewState,
): readonly ReviewComment[] {
  const after = remarks.map(remark => remarkAfter(remark, event, state));
  return after.every((remark, at) => remark === remarks[at]) ? remarks : after;
}

function remarkAfter(remark: ReviewComment, event: ReviewEvent, state: ReviewState): ReviewComment {
  for (const file of state.files.values()) {
    const hunk = file.hunks.find(({ id }) => id === remark.hunkId);
    if (hunk) {
      return changed(remark, { ...describeHunk(file, hunk), verdict: 'open' });
    }
  }
  return remark.verdict === 'open' ? changed(remark, { verdict: verdictOf(event) }) : remark;
}

/** The hunk is gone with this event. One that was only rewritten is gone without a verdict. */
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
    case 'abandoned':
      return 'open';
  }
}

function changed(remark: ReviewComment, facts: Partial<ReviewComment>): ReviewComment {
  const after = { ...remark, ...facts };
  const isSame =
    after.path === remark.path &&
    after.range.start === remark.range.start &&
    after.range.end === remark.range.end &&
    after.verdict === remark.verdict &&
    after.diff === remark.diff;
  return isSame ? remark : after;
}
