import { describe, expect, it } from 'vitest';
import { snapshotPending } from '../../../../../src/core/review/model/restorePending.ts';
import { parseReviewEvent } from '../../../../../src/core/review/model/reviewEventSchema.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { isValidReview } from '../../../../../src/core/review/model/reviewState.ts';
import { absent, asText, origin } from '../simulatedWorkspace.ts';

/** A ledger with two files that wait, and one that is renamed. */
function waiting(): ReviewModel {
  const log = new ReviewModel();
  log.recordAgentWrite('a', asText('1\n2\nTHREE\n'), asText('1\n2\n3\n'), origin);
  log.recordAgentWrite('b', asText('new\n'), absent, { ...origin, turnId: 't2' });
  log.recordAgentRename('c', 'd', asText('c\n'), origin);
  return log;
}

const shown = (log: ReviewModel): unknown =>
  log.pending.map(({ base, current, hunks, origins }) => ({ base, current, hunks, origins }));

const hunks = (log: ReviewModel): unknown =>
  log.pending.map(file => [
    file.current.path,
    file.hunks.map(({ base, current, origins }) => ({ base, current, origins })),
  ]);

describe('what waited in files whose contents are put back', () => {
  it('waits again, and nothing else changes', () => {
    const log = waiting();
    const before = shown(log);
    const review = snapshotPending(log.state, new Set(['a', 'b', 'c']));
    log.recordUserWrite('a', asText('1\n2\n3\n'));
    log.dispatch({ kind: 'removed', path: 'b' });
    log.dispatch({ kind: 'removed', path: 'd' });
    log.recordAgentWrite('e', asText('of another\n'), absent, origin);
    const other = log.getFile('e');
    const event = parseReviewEvent(JSON.parse(JSON.stringify({ kind: 'reinstated', review })));
    if (event) {
      log.dispatch(event);
    }
    expect(log.getFile('e')).toBe(other);
    log.accept({ kind: 'file', path: 'e' });
    expect(shown(log)).toEqual(before);
    expect(isValidReview(log.state)).toBe(true);
  });

  it('can be decided and taken back as before', () => {
    const log = waiting();
    const review = snapshotPending(log.state, new Set(['a']));
    log.recordUserWrite('a', asText('1\n2\n3\n'));
    log.dispatch({ kind: 'reinstated', review });
    const before = hunks(log);
    log.reject({ kind: 'file', path: 'a' });
    expect(log.pending.map(({ current }) => current.path)).toEqual(['b', 'd']);
    log.undo();
    expect(hunks(log)).toEqual(before);
  });

  it('is nothing where nothing waited, or where it cannot be read', () => {
    const log = waiting();
    expect(snapshotPending(log.state, new Set(['elsewhere']))).toBeUndefined();
    const before = createReviewSnapshot(log.state);
    for (const review of [undefined, null, 7, {}, { version: 1 }]) {
      log.dispatch({ kind: 'reinstated', review });
    }
    expect(createReviewSnapshot(log.state)).toEqual(before);
  });
});
