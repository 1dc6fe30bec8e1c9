import type { ReviewComment } from '../../../../../src/core/review/comments/reviewComment.ts';
import { ReviewComments } from '../../../../../src/core/review/comments/reviewComments.ts';
import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';

export const path = '/w/a.ts';
export const origin = { sessionId: 's1', turnId: '1' };
export const text = (words: string): FileContent => ({ kind: 'text', text: words });
export const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
export const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

/** A review with two hunks and a comment on one of them. */
export function createComment(which: 0 | 1, words: string) {
  const model = new ReviewModel();
  const comments = new ReviewComments();
  model.onDidRecord(event => comments.handleEvent(event, model.state));
  model.recordAgentWrite(path, text(changed), text(ten), origin);
  const file = model.getFile(path);
  const hunk = file?.hunks[which];
  if (!file || !hunk) {
    throw new Error('There is no such hunk.');
  }
  comments.add(file, hunk, words);
  const scope = { kind: 'hunks', hunks: [{ path, id: hunk.id, revision: hunk.revision }] } as const;
  return { model, comments, scope, now: (): ReviewComment | undefined => comments.all[0] };
}
