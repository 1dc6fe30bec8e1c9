import { expect, it } from 'vitest';
import { textDraft } from '../../../fakes/sessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

const fixture = useSessionFixture();

const usage = (amount: number | undefined, meta?: unknown) =>
  step.update({
    sessionUpdate: 'usage_update',
    used: 100,
    size: 1_000,
    ...(amount === undefined ? {} : { cost: { amount, currency: 'USD' } }),
    ...(meta === undefined ? {} : { _meta: meta }),
  });

it('a turn reports all its tokens and what it cost, and limits do not clear the cost', async () => {
  const limit = { status: 'allowed', rateLimitType: 'seven_day', utilization: 0.5 };
  const answer = {
    stopReason: 'end_turn',
    usage: { inputTokens: 10, outputTokens: 5, thoughtTokens: 3, cachedReadTokens: 2 },
  };
  const { session } = await fixture.play({
    on: [
      turn(usage(1), step.reply(answer)),
      turn(usage(1.5), usage(undefined, { '_claude/rateLimit': limit }), step.reply(answer)),
    ],
  });
  await session.send(textDraft('one'));
  await session.send(textDraft('two'));
  const { state, transcript } = session.conversation;
  const used = { totalTokens: 20, inputTokens: 10, thoughtTokens: 3, cachedReadTokens: 2 };
  expect(state.lastTurn).toMatchObject({ ...used, cost: { amount: 0.5, currency: 'USD' } });
  expect(state.usage).toMatchObject({ cost: { amount: 1.5 } });
  expect(state.limits).toEqual([{ name: 'seven day', share: 0.5 }]);
  const ends = transcript.entries.filter(({ kind }) => kind === 'turnEnd');
  expect(ends).toMatchObject([
    { usage: { cost: { amount: 1 } } },
    { usage: { cost: { amount: 0.5 } } },
  ]);
});
