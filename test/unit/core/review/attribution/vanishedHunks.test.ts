import { expect, it } from 'vitest';
import { VanishedHunks } from '../../../../../src/core/review/attribution/vanishedHunks.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';

const origin = { sessionId: 's1', turnId: '1' };
const text = (words: string) => ({ kind: 'text', text: words }) as const;

function watched() {
  const log = new ReviewModel();
  const vanished = new VanishedHunks();
  log.onDidRecord(event => vanished.handleEvent(event, log.state));
  return { log, vanished };
}

it('remembers where hunks went away without a decision while an agent was at work', () => {
  const { log, vanished } = watched();
  log.recordAgentWrite('/a', text('ONE\ntwo\n'), text('one\ntwo\n'), origin);
  log.recordAgentWrite('/b', text('ONE\n'), text('one\n'), origin);
  expect(vanished.has('/a')).toBe(false);
  log.recordAgentWrite('/a', text('one\ntwo\n'), text('one\ntwo\n'), origin);
  expect(vanished.has('/a')).toBe(true);
  expect(vanished.has('/b')).toBe(false);
});

it('does not take a decision, or the user, for that', () => {
  const { log, vanished } = watched();
  log.recordAgentWrite('/a', text('ONE\n'), text('one\n'), origin);
  log.reject({ kind: 'all' });
  log.recordAgentWrite('/a', text('ONE\n'), text('one\n'), origin);
  log.accept({ kind: 'all' });
  log.recordAgentWrite('/a', text('two\n'), text('ONE\n'), origin);
  log.recordUserWrite('/a', text('ONE\n'));
  expect(vanished.has('/a')).toBe(false);
});
