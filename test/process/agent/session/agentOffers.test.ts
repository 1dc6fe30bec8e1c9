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

const accounts = (...labels: string[]) =>
  step.reply({ state: 'authenticated', accounts: labels.map(label => ({ label })) });

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

  it('is asked for when the agent starts and after a sign-out, if it can be asked', async () => {
    const { agent, session } = await fixture.play({
      capabilities: { auth: { status: {}, logout: {} } },
      on: [on('auth/status', accounts('Plan A', 'Key')), on('auth/status', accounts())],
    });
    await session.open();
    await waitUntil(() => session.conversation.state.account === 'Plan A, Key');
    await session.agent.signOut(fixture.folder);
    await waitUntil(() => session.conversation.state.account === '');
    expect(await agent.received('auth/status')).toHaveLength(2);
  });

  it('is unknown if the agent cannot be asked, or fails', async () => {
    for (const capabilities of [{ auth: {} }, { auth: { status: {} } }]) {
      const { session } = await fixture.play({
        capabilities,
        on: [on('auth/status', step.fail({ code: -32_603, message: 'No' }))],
      });
      await session.send(textDraft('hi'));
      expect(session.conversation.state.account).toBe('');
    }
  });
});
