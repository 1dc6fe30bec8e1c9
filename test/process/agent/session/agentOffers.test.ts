import { describe, expect, it } from 'vitest';
import { textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const fixture = useSessionFixture();

const suggest = (...texts: readonly string[]) =>
  step.update({
    sessionUpdate: 'session_info_update',
    _meta: { promptSuggestions: { suggestions: texts.map(text => ({ text })) } },
  });

const account = (label: string) =>
  step.notify('_auth/status_update', { authStatus: { kind: 'account', label } });

describe('suggested prompts', () => {
  it('are offered after the turn, also when they come late, until the next prompt', async () => {
    const { session } = await fixture.play({
      on: [
        turn(step.say('done'), step.stop('end_turn'), suggest('run the tests')),
        turn(step.say('fine'), step.stop('end_turn')),
      ],
    });
    await session.send(textDraft('hi'));
    await waitUntil(() => session.conversation.state.suggestions?.length === 1);
    expect(session.conversation.state.suggestions).toEqual(['run the tests']);
    await session.send(textDraft('run the tests'));
    expect(session.conversation.state.suggestions).toEqual([]);
  });
});

describe('a new name of a session', () => {
  it('is stored by an agent that can, and shown as it has stored it', async () => {
    const { session, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { title: {} } },
      on: [on('session/set_title', step.reply({ title: 'Short' })), turn(step.stop('end_turn'))],
    });
    await session.send(textDraft('hi'));
    session.rename(' Short and long ');
    await waitUntil(() => session.conversation.state.name === 'Short');
    expect(await agent.received('session/set_title')).toMatchObject([
      { params: { sessionId: 'session-1', title: 'Short and long' } },
    ]);
  });

  it('stays ours with an agent that cannot, or refuses', async () => {
    for (const sessionCapabilities of [{}, { title: {} }]) {
      const { session, agent } = await fixture.play({
        capabilities: { sessionCapabilities },
        on: [
          on('session/set_title', step.fail({ code: -32602, message: 'no' })),
          turn(step.stop('end_turn')),
        ],
      });
      await session.send(textDraft('hi'));
      session.rename('Mine');
      await session.send(textDraft('again'));
      expect(session.conversation.state.name).toBe('Mine');
      expect(await agent.received('session/set_title')).toHaveLength(
        'title' in sessionCapabilities ? 1 : 0,
      );
    }
  });
});

describe('the account of an agent', () => {
  it('is known in sessions that are opened later, and updated', async () => {
    const { session } = await fixture.play({
      on: [
        on('initialize', step.replyAsUsual, account('Plan A')),
        turn(account('Plan B'), step.stop('end_turn')),
      ],
    });
    await session.open();
    await waitUntilIdle(session);
    await waitUntil(() => session.conversation.state.account === 'Plan A');
    await session.send(textDraft('hi'));
    await waitUntil(() => session.conversation.state.account === 'Plan B');
    expect(session.conversation.state.account).toBe('Plan B');
  });
});
