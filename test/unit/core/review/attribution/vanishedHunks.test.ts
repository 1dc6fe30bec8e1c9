import { expect, it } from 'vitest';
import { VanishedHunks } from '../../../../../src/core/review/attribution/vanishedHunks.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';

const origin = { sessionId: 's1', turnId: '1' };
const text = (words: string) => ({ kind: 'text', text: words }) as const;

function watched() {
  const model = new ReviewModel();
  const vanished = new VanishedHunks();
  model.onDidRecord(event => vanished.handleEvent(event, model.state));
  return { model, vanished };
}

it('remembers where hunks vanished without a decision while an agent was working', () => {
  const { model, vanished } = watched();
  model.recordAgentWrite('/a', text('ONE\ntwo\n'), text('one\ntwo\n'), origin);
  model.recordAgentWrite('/b', text('ONE\n'), text('one\n'), origin);
  expect(vanished.has('/a')).toBe(false);
  model.recordAgentWrite('/a', text('one\ntwo\n'), text('one\ntwo\n'), origin);
  expect(vanished.has('/a')).toBe(true);
  expect(vanished.has('/b')).toBe(false);
});

it('ignores hunks that were decided or removed by the user', () => {
  const { model, vanished } = watched();
  model.recordAgentWrite('/a', text('ONE\n'), text('one\n'), origin);
  model.reject({ kind: 'all' });
  model.recordAgentWrite('/a', text('ONE\n'), text('one\n'), origin);
  model.accept({ kind: 'all' });
  model.recordAgentWrite('/a', text('two\n'), text('ONE\n'), origin);
  model.recordUserWrite('/a', text('ONE\n'));
  expect(vanished.has('/a')).toBe(false);
});
