import { describe, expect, it } from 'vitest';
import { parseReviewEvent } from '../../../../src/core/review/eventShape.ts';
import { pendingAt } from '../../../../src/core/review/reinstate.ts';
import { ReviewLog } from '../../../../src/core/review/reviewLog.ts';
import { snapshotOf } from '../../../../src/core/review/reviewSnapshot.ts';
import { isSound } from '../../../../src/core/review/reviewState.ts';
import { absent, asText, origin } from './world.ts';

/** A ledger with two files that wait, and one that is renamed. */
function waiting(): ReviewLog {
  const log = new ReviewLog();
  log.agentWrote('a', asText('1\n2\nTHREE\n'), asText('1\n2\n3\n'), origin);
  log.agentWrote('b', asText('new\n'), absent, { ...origin, turnId: 't2' });
  log.agentRenamed('c', 'd', asText('c\n'), origin);
  return log;
}

const shown = (log: ReviewLog): unknown =>
  log.pending.map(({ base, current, hunks, origins }) => ({ base, current, hunks, origins }));

const hunks = (log: ReviewLog): unknown =>
  log.pending.map(file => [
    file.current.path,
    file.hunks.map(({ base, current, origins }) => ({ base, current, origins })),
  ]);

describe('what waited in files whose contents are put back', () => {
  it('waits again, and nothing else changes', () => {
    const log = waiting();
    const before = shown(log);
    const review = pendingAt(log.state, new Set(['a', 'b', 'c']));
    log.userWrote('a', asText('1\n2\n3\n'));
    log.dispatch({ kind: 'removed', path: 'b' });
    log.dispatch({ kind: 'removed', path: 'd' });
    log.agentWrote('e', asText('of another\n'), absent, origin);
    const other = log.file('e');
    const event = parseReviewEvent(JSON.parse(JSON.stringify({ kind: 'reinstated', review })));
    if (event) {
      log.dispatch(event);
    }
    expect(log.file('e')).toBe(other);
    log.accept({ kind: 'file', path: 'e' });
    expect(shown(log)).toEqual(before);
    expect(isSound(log.state)).toBe(true);
  });

  it('can be decided and taken back as before', () => {
    const log = waiting();
    const review = pendingAt(log.state, new Set(['a']));
    log.userWrote('a', asText('1\n2\n3\n'));
    log.dispatch({ kind: 'reinstated', review });
    const before = hunks(log);
    log.reject({ kind: 'file', path: 'a' });
    expect(log.pending.map(({ current }) => current.path)).toEqual(['b', 'd']);
    log.undo();
    expect(hunks(log)).toEqual(before);
  });

  it('is nothing where nothing waited, or where it cannot be read', () => {
    const log = waiting();
    expect(pendingAt(log.state, new Set(['elsewhere']))).toBeUndefined();
    const before = snapshotOf(log.state);
    for (const review of [undefined, null, 7, {}, { version: 1 }]) {
      log.dispatch({ kind: 'reinstated', review });
    }
    expect(snapshotOf(log.state)).toEqual(before);
  });
});
