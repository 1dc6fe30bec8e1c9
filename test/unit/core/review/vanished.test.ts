import { expect, it } from 'vitest';
import { ReviewLog } from '../../../../src/core/review/reviewLog.ts';
import { Vanished } from '../../../../src/core/review/vanished.ts';

const origin = { sessionId: 's1', turnId: '1' };
const text = (words: string) => ({ kind: 'text', text: words }) as const;

function watched() {
  const log = new ReviewLog();
  const vanished = new Vanished();
  log.onDidRecord(event => vanished.heard(event, log.state));
  return { log, vanished };
}

it('remembers where hunks went away without a decision while an agent was at work', () => {
  const { log, vanished } = watched();
  log.agentWrote('/a', text('ONE\ntwo\n'), text('one\ntwo\n'), origin);
  log.agentWrote('/b', text('ONE\n'), text('one\n'), origin);
  expect(vanished.has('/a')).toBe(false);
  log.agentWrote('/a', text('one\ntwo\n'), text('one\ntwo\n'), origin);
  expect(vanished.has('/a')).toBe(true);
  expect(vanished.has('/b')).toBe(false);
});

it('does not take a decision, or the user, for that', () => {
  const { log, vanished } = watched();
  log.agentWrote('/a', text('ONE\n'), text('one\n'), origin);
  log.reject({ kind: 'all' });
  log.agentWrote('/a', text('ONE\n'), text('one\n'), origin);
  log.accept({ kind: 'all' });
  log.agentWrote('/a', text('two\n'), text('ONE\n'), origin);
  log.userWrote('/a', text('ONE\n'));
  expect(vanished.has('/a')).toBe(false);
});
