import { describe, expect, it } from 'vitest';
import { snapshotPending } from '../../../../../src/core/review/model/restorePending.ts';
import { parseReviewEvent } from '../../../../../src/core/review/model/reviewEventSchema.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { isValidReview } from '../../../../../src/core/review/model/reviewState.ts';
import { absent, asText, origin } from '../simulatedWorkspace.ts';

/** A model with two changed files and a renamed one. */
function createPendingModel(): ReviewModel {
  const model = new ReviewModel();
  model.recordAgentWrite('a', asText('1\n2\nTHREE\n'), asText('1\n2\n3\n'), origin);
  model.recordAgentWrite('b', asText('new\n'), absent, { ...origin, turnId: 't2' });
  model.recordAgentRename('c', 'd', asText('c\n'), origin);
  return model;
}

const shown = (model: ReviewModel): unknown =>
  model.pending.map(({ base, current, hunks, origins }) => ({ base, current, hunks, origins }));

const hunks = (model: ReviewModel): unknown =>
  model.pending.map(file => [
    file.current.path,
    file.hunks.map(({ base, current, origins }) => ({ base, current, origins })),
  ]);

describe('restorePending', () => {
  it('makes restored files pending again and changes nothing else', () => {
    const model = createPendingModel();
    const before = shown(model);
    const review = snapshotPending(model.state, new Set(['a', 'b', 'c']));
    model.recordUserWrite('a', asText('1\n2\n3\n'));
    model.dispatch({ kind: 'removed', path: 'b' });
    model.dispatch({ kind: 'removed', path: 'd' });
    model.recordAgentWrite('e', asText('of another\n'), absent, origin);
    const other = model.getFile('e');
    const event = parseReviewEvent(JSON.parse(JSON.stringify({ kind: 'reinstated', review })));
    if (event) {
      model.dispatch(event);
    }
    expect(model.getFile('e')).toBe(other);
    model.accept({ kind: 'file', path: 'e' });
    expect(shown(model)).toEqual(before);
    expect(isValidReview(model.state)).toBe(true);
  });

  it('restores hunks that can be decided and undone', () => {
    const model = createPendingModel();
    const review = snapshotPending(model.state, new Set(['a']));
    model.recordUserWrite('a', asText('1\n2\n3\n'));
    model.dispatch({ kind: 'reinstated', review });
    const before = hunks(model);
    model.reject({ kind: 'file', path: 'a' });
    expect(model.pending.map(({ current }) => current.path)).toEqual(['b', 'd']);
    model.undo();
    expect(hunks(model)).toEqual(before);
  });

  it('does nothing if nothing was pending or the snapshot is invalid', () => {
    const model = createPendingModel();
    expect(snapshotPending(model.state, new Set(['elsewhere']))).toBeUndefined();
    const before = createReviewSnapshot(model.state);
    for (const review of [undefined, null, 7, {}, { version: 1 }]) {
      model.dispatch({ kind: 'reinstated', review });
    }
    expect(createReviewSnapshot(model.state)).toEqual(before);
  });
});
