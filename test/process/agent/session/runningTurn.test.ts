import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitUntilIdle, statusKind, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { turnEndMessage } from '../../../../src/core/session/transcript/turnEnd.ts';
import { step, turn, turnFor } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

describe('the end of a turn', () => {
  it.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const)(
    'may be %s',
    async reason => {
      const { session } = await fixture.play({ on: [turn(step.say('so'), step.stop(reason))] });
      expect(await session.send(textDraft('hi'))).toBe(reason);
      expect(outline(session).at(-1)).toBe(`end: ${reason}`);
      expect(statusKind(session)).toBe('idle');
    },
  );

  it('can come without any output, as after a slash command of Grok', async () => {
    const { session } = await fixture.play({ on: [turn(step.stop('end_turn'))] });
    expect(await session.send(textDraft('/context'))).toBe('end_turn');
    expect(outline(session)).toEqual(['user: /context', 'end: end_turn']);
    expect(statusKind(session)).toBe('idle');
  });

  it('by refusal states in the conversation that the agent has dropped the prompt', async () => {
    const { session } = await fixture.play({ on: [turn(step.stop('refusal'))] });
    await session.send(textDraft('hi'));
    const end = session.conversation.transcript.entries.at(-1);
    expect(end?.kind === 'turnEnd' && turnEndMessage(end.reason)).toContain(
      'no longer remembers your last message',
    );
  });

  it('for an unknown reason is treated like any other, and logged', async () => {
    const { session, sessions } = await fixture.play({ on: [turn(step.stop('boredom'))] });
    const logLines: string[] = [];
    sessions.onDidLog(({ line }) => logLines.push(line));
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(logLines.join('')).toContain('boredom');
  });

  it('contains the usage of the turn if the agent reports it', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.reply({
            stopReason: 'end_turn',
            usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 },
          }),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(session.conversation.transcript.entries.at(-1)).toMatchObject({
      kind: 'turnEnd',
      usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 },
    });
  });

  it('with an error keeps the output, and the prompt can be sent again', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(step.say('I was'), step.fail({ code: -32603, message: 'Overloaded' })),
        turn(step.say('Done'), step.stop('end_turn')),
      ],
    });
    expect(await session.send(textDraft('hi'))).toBe('failed');
    await session.retry();
    expect(outline(session)).toEqual([
      'user: hi',
      'agent: I was',
      "notice: Scripted couldn't finish: Overloaded",
      'end: failed',
      'user: hi',
      'agent: Done',
      'end: end_turn',
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });

  it('with an error lets its own prompt be sent again, whatever was sent since', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(step.fail({ code: -32603, message: 'Overloaded' })),
        turn(step.say('Done'), step.stop('end_turn')),
      ],
    });
    await session.send(textDraft('first'));
    const failure = session.conversation.transcript.entries.find(({ kind }) => kind === 'notice');
    await session.send(textDraft('second'));
    await session.retry(failure?.id);
    const sent = (await agent.received('session/prompt')).map(({ params }) => params);
    expect(sent.at(-1)).toMatchObject({ prompt: [{ text: 'first' }] });
  });

  it('reaches the agent only after its snapshot is complete', async () => {
    const order: string[] = [];
    const snapshot = new AbortController();
    const taken = once(snapshot.signal, 'abort');
    const { session, agent } = await fixture.play(
      { on: [turn(step.stop('end_turn'))] },
      {
        turnParticipant: {
          willStart: async () => {
            order.push('begins');
            await taken;
            order.push(`complete, ${(await agent.received('session/prompt')).length} prompts`);
          },
          didEnd: () => Promise.resolve([]),
        },
      },
    );
    await session.open();
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => order.includes('begins'));
    await sleep(200); // Long enough for a prompt that does not wait.
    snapshot.abort();
    expect(await ended).toBe('end_turn');
    expect(order).toEqual(['begins', 'complete, 0 prompts']);
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });

  it('is reported to the sender even if the snapshot after it fails', async () => {
    const { session } = await fixture.play(
      { on: [turn(step.stop('end_turn'))] },
      {
        turnParticipant: {
          willStart: () => Promise.resolve(),
          didEnd: () => Promise.reject(new Error('disk full')),
        },
      },
    );
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(statusKind(session)).toBe('idle');
    expect(outline(session).at(-1)).toContain('disk full');
  });
});

describe('stopping a turn', () => {
  it('notifies the agent once, however often the user asks', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(step.say('busy'), step.waitForCancel, step.waitForFile('go'), step.stop('cancelled')),
        turn(step.say('second'), step.stop('end_turn')),
      ],
    });
    const first = session.send(textDraft('one'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    session.cancel();
    session.cancel();
    const second = session.send(textDraft('two'));
    session.cancel();
    expect(statusKind(session)).toBe('stopping');
    expect(session.conversation.state.queue).toHaveLength(1);
    await fixture.write('go', '');
    expect(await first).toBe('cancelled');
    expect(await second).toBe('end_turn');
    expect(await agent.received('session/cancel')).toHaveLength(1);
    expect(outline(session)).toContain('agent: second');
  });

  it('shows end_turn after a cancellation as cancelled, and hides an error', async () => {
    const { session } = await fixture.play({
      on: [
        turn(step.say('a'), step.waitForCancel, step.stop('end_turn')),
        turn(step.say('b'), step.waitForCancel, step.fail({ code: -32603, message: 'Aborted' })),
      ],
    });
    for (const word of ['a', 'b']) {
      const ended = session.send(textDraft(word));
      await waitUntil(() => outline(session).includes(`agent: ${word}`));
      session.cancel();
      expect(await ended).toBe('cancelled');
    }
    expect(outline(session).some(line => line.startsWith('notice'))).toBe(false);
  });

  it('answers a later permission request immediately', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.say('busy'),
          step.waitForCancel,
          ...step.permission({ toolCallId: 't', title: 'Late' }),
          step.note('answer', '${permission.result}'),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    session.cancel();
    await ended;
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(outline(session).some(line => line.startsWith('permission'))).toBe(false);
  });

  it('keeps late updates in the turn they belong to', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.say('busy'),
          step.waitForCancel,
          step.toolCall('t', { title: 'Late' }),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    session.cancel();
    await ended;
    expect(session.conversation.transcript.entries.find(({ kind }) => kind === 'tool')?.turn).toBe(
      1,
    );
  });

  it('before the prompt is sent sends nothing to the agent', async () => {
    const { session, agent } = await fixture.play(
      {},
      { promptBuilder: { build: () => new Promise(() => {}) } },
    );
    await waitUntilIdle(session);
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'working');
    session.cancel();
    expect(await ended).toBe('cancelled');
    await waitUntilIdle(session);
    expect(await agent.received('session/prompt')).toEqual([]);
    expect(await agent.received('session/cancel')).toEqual([]);
  });

  it('that the agent ignores can be followed by stopping the agent, which ends all its sessions', async () => {
    const { session, sessions } = await fixture.play({
      on: [
        turnFor('there', step.stop('end_turn')),
        { ...turn(step.say('busy'), step.ignore), onCancel: 'ignore' },
      ],
    });
    const other = sessions.create('scripted');
    await waitUntilIdle(other);
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    session.cancel();
    expect(statusKind(session)).toBe('stopping');
    await session.stopAgent();
    expect(await ended).toBe('cancelled');
    await waitUntil(() => statusKind(session) === 'stopped' && statusKind(other) === 'stopped');
    await sessions.restart(session);
    expect(await other.send(textDraft('there?'))).toBe('end_turn');
  });

  it('sends the prompt marked as next', async () => {
    const { session } = await fixture.play({
      on: [
        turnFor('one', step.say('busy'), step.waitForCancel, step.stop('cancelled')),
        turn(step.stop('end_turn')),
      ],
    });
    const first = session.send(textDraft('one'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    const waiting = [session.send(textDraft('two')), session.send(textDraft('three'))];
    session.sendNow(session.conversation.state.queue[1]?.id ?? '');
    expect(await first).toBe('cancelled');
    await Promise.all(waiting);
    expect(outline(session).filter(line => line.startsWith('user'))).toEqual([
      'user: one',
      'user: three',
      'user: two',
    ]);
  });
});
