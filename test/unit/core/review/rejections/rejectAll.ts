import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import {
  rejectedFiles,
  type Rejection,
} from '../../../../../src/core/review/rejections/rejectedFiles.ts';

export const path = '/w/a.ts';
export const origin = { sessionId: 's1', turnId: '3', toolCallId: 'call1' };
export const text = (words: string): FileContent => ({ kind: 'text', text: words });
export const absent: FileContent = { kind: 'absent' };
export const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

/** What a transcript keeps after all changes of the agent to a file were rejected. */
export function rejectAll(before: FileContent, after: FileContent): readonly Rejection[] {
  const model = new ReviewModel();
  model.recordAgentWrite(path, after, before, origin);
  model.reject({ kind: 'all' }, { force: true });
  return lastRejections(model);
}

/** What a transcript keeps of the last decision. */
export function lastRejections({ state }: ReviewModel): readonly Rejection[] {
  const decision = state.done.at(-1);
  return decision ? rejectedFiles(decision, state, () => 'a.ts') : [];
}
