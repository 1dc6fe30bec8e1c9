import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';

/** Returns the files whose encodings must be known to replay an event. */
export function encodedPaths(event: ReviewEvent, model: ReviewModel): readonly string[] {
  switch (event.kind) {
    case 'changed':
      return event.change.kind === 'renamed' ? [event.path, event.change.path] : [event.path];
    case 'reinstated':
      return model.pending.map(({ current }) => current.path);
    case 'committed':
    case 'removed':
    case 'decided':
    case 'proposed':
    case 'followed':
    case 'placed':
    case 'returned':
    case 'undone':
    case 'redone':
    case 'prompted':
    case 'abandoned':
      return [];
  }
}
