import { describe, expect, it } from 'vitest';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { idle, playVersion2, say, state, update } from './version2Agent.ts';

const fixture = useSessionFixture();

describe('a prompt in version 2 of the protocol', () => {
  it('ends when the session is idle, and not because of what was before the prompt', async () => {
    const { session } = await playVersion2(fixture, [
      turn(
        idle({ stopReason: 'cancelled' }),
        update('user_message', {
          messageId: 'prompt',
          content: [{ type: 'text', text: 'hi' }],
        }),
        step.reply({ messageId: 'prompt' }),
        state({ state: 'running' }),
        say('One '),
        state({ state: 'requires_action' }),
        state({ state: 'running', background: [] }),
        say('answer'),
        idle({
          stopReason: 'max_tokens',
          usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
        }),
      ),
    ]);
    expect(await session.send(textDraft('hi'))).toBe('max_tokens');
    expect(outline(session)).toEqual(['user: hi', 'agent: One answer', 'end: max_tokens']);
    const end = session.conversation.transcript.entries.at(-1);
    expect(end).toMatchObject({ usage: { totalTokens: 7 } });
  });

  it('ends if the turn was over before its prompt was acknowledged', async () => {
    const { session } = await playVersion2(fixture, [
      turn(
        update('user_message_chunk', {
          messageId: 'prompt',
          content: { type: 'text', text: 'hi' },
        }),
        say('Quick'),
        idle(),
        step.reply({ messageId: 'prompt' }),
      ),
    ]);
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'agent: Quick', 'end: end_turn']);
  });

  it('shows why its turn failed, before or after the prompt was taken', async () => {
    const failed = { stopReason: 'error', error: { code: -32_603, message: 'Overloaded' } };
    const { session } = await playVersion2(fixture, [
      turn(step.reply({ messageId: 'prompt' }), idle(failed)),
      turn(step.fail({ code: -32_603, message: 'Not taken' })),
    ]);
    expect(await session.send(textDraft('a'))).toBe('failed');
    expect(await session.send(textDraft('b'))).toBe('failed');
    expect(outline(session).filter(line => line.startsWith('notice'))).toEqual([
      "notice: Scripted couldn't finish: Overloaded",
      "notice: Scripted couldn't finish: Not taken",
    ]);
  });

  it('can be stopped', async () => {
    const { agent, session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        say('Working'),
        step.waitForCancel,
        idle({ stopReason: 'cancelled' }),
      ),
    ]);
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: Working'));
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(await agent.received('session/cancel')).toHaveLength(1);
  });
});
