import type { Session } from '../../agent/session/session.ts';
import type { ReviewComment } from '../../core/review/comments/reviewComment.ts';
import type { ReviewedFile } from '../../core/review/file/reviewedFile.ts';
import { reviewStateLines } from '../../core/tools/reviewStateText.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import type { ToolCall } from './toolCall.ts';

/** Where the tool finds the review of a session. */
export interface ReviewSource {
  readonly pending: readonly ReviewedFile[];
  /** The comments that the user has sent. The others are not meant for the agent yet. */
  readonly comments: readonly ReviewComment[];
  findSession(sessionId: string): Session | undefined;
}

export const getReviewState =
  (source: ReviewSource) =>
  async (call: ToolCall): Promise<string> => {
    const { sessionId } = call;
    const { pending, comments } = source;
    const labelOf = (path: string): string => call.getLabel(path);
    const entries = source.findSession(sessionId)?.conversation.transcript.entries ?? [];
    return limitLines(reviewStateLines({ sessionId, pending, entries, comments, labelOf }));
  };
