import { describe, expect, it } from 'vitest';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { history, on, step, turn, turnFor } from '../../../fakes/step.ts';
import type { Scenario } from '../../../fakes/scenario.ts';

const fixture = useSessionFixture();

const restarted = async (capabilities: Scenario['capabilities'], extra: Scenario['on'] = []) => {
  const played = await fixture.play({
    capabilities,
    on: [turn(step.say('hello'), step.stop('end_turn')), ...extra],
  });
  await played.session.send(textDraft('hi'));
  await played.sessions.restart(played.session);
  await played.session.send(textDraft('again'));
  return played;
};

describe('a restart', () => {
  it('resumes the session if the agent supports it', async () => {
    const { session, agent } = await restarted({
      loadSession: true,
      sessionCapabilities: { resume: {} },
    });
    expect(await agent.received('session/resume')).toHaveLength(1);
    expect(await agent.received('session/load')).toEqual([]);
    expect(outline(session)).toEqual([
      'user: hi',
      'agent: hello',
      'end: end_turn',
      'user: again',
      'agent: hello',
      'end: end_turn',
    ]);
  });

  it('loads the session otherwise, and does not show its transcript twice', async () => {
    const { session, agent } = await restarted({ loadSession: true }, [
      on(
        'session/load',
        ...history('hi'),
        step.update({
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'go', description: '' }],
        }),
        step.reply({}),
      ),
    ]);
    expect(await agent.received('session/load')).toHaveLength(1);
    expect(outline(session).filter(line => line.startsWith('user'))).toEqual([
      'user: hi',
      'user: again',
    ]);
    expect(session.conversation.state.commands).toMatchObject([{ name: 'go' }]);
  });

  it('shows the conversation once if the agent replays it although it is only asked to resume', async () => {
    const { session, agent } = await restarted({ sessionCapabilities: { resume: {} } }, [
      on(
        'session/resume',
        ...history('hi'),
        step.toolCall('t1', { status: 'completed' }),
        step.update({
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'go', description: '' }],
        }),
        step.reply({}),
        ...history('late'),
      ),
    ]);
    expect(await agent.received('session/resume')).toHaveLength(1);
    expect(outline(session)).toEqual([
      'user: hi',
      'agent: hello',
      'end: end_turn',
      'user: again',
      'agent: hello',
      'end: end_turn',
    ]);
    expect(session.conversation.state.commands).toMatchObject([{ name: 'go' }]);
  });

  it('continues in a new session, with a notice, if the agent can do neither or has lost the session', async () => {
    const { session, agent } = await restarted({ sessionCapabilities: { resume: {} } }, [
      on('session/resume', step.fail({ code: -32603, message: 'What session?' })),
    ]);
    expect(await agent.received('session/new')).toHaveLength(2);
    expect(outline(session)[3]).toContain("doesn't remember earlier messages");
    expect(outline(session)).toContain('user: hi');
  });

  it('keeps queued prompts and sends them when the agent runs again', async () => {
    const { session, sessions, agent } = await fixture.play({
      on: [
        turnFor('work', step.say('working'), step.ignore),
        turn(step.say('fine'), step.stop('end_turn')),
      ],
    });
    const first = session.send(textDraft('work'));
    await waitUntil(() => outline(session).includes('agent: working'));
    const waiting = [session.send(textDraft('one')), session.send(textDraft('two'))];
    await sessions.restart(session);
    expect(await first).toBe('failed');
    expect(await Promise.all(waiting)).toEqual(['end_turn', 'end_turn']);
    const prompts = await agent.received('session/prompt');
    expect(prompts).toHaveLength(3);
  });

  it('happens with the next prompt if the stop of the agent was not shown', async () => {
    const { session, agent } = await fixture.play({
      on: [turn(step.say('fine'), step.stop('end_turn'))],
    });
    await session.send(textDraft('one'));
    const stopped = session.agent.stop();
    expect(await session.send(textDraft('two'))).toBe('end_turn');
    await stopped;
    expect(await agent.noted('started')).toHaveLength(2);
  });
});

describe('a session that the agent refuses to open', () => {
  const terminal = { id: 'setup', name: 'Set up', type: 'terminal', args: ['--setup'] };
  const key = { id: 'key', name: 'API key', type: 'env_var', vars: [{ name: 'PROBE_KEY' }] };
  const refusal = step.fail({ code: -32603, message: 'Internal error', data: 'No model is set' });

  it('is reported with the name of the agent, its reason and the setup it offers, whatever the code', async () => {
    const { session } = await fixture.play({
      authMethods: [terminal, key],
      on: [on('session/new', refusal)],
    });
    await session.open();
    const reason = "Scripted couldn't open a session: Internal error: No model is set";
    expect(session.conversation.state.status).toEqual({
      kind: 'stopped',
      reason,
      openFailure: {
        methods: [
          { id: 'setup', name: 'Set up' },
          { id: 'key', name: 'API key' },
        ],
      },
    });
    expect(outline(session)).toEqual([`notice: ${reason}`]);
  });

  it('is opened after the setup, and then gets the prompt that waits', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [{ id: 'login', name: 'Log in' }],
      on: [
        on('session/new', refusal),
        on('session/new'),
        turn(step.say('hello'), step.stop('end_turn')),
      ],
    });
    await session.open();
    const ended = session.signIn('login').then(async () => session.send(textDraft('hi')));
    expect(await ended).toBe('end_turn');
    expect(await agent.received('authenticate')).toHaveLength(1);
    expect(await agent.received('session/new')).toHaveLength(2);
  });

  it('offers the methods that came with the error if there are no others', async () => {
    const { session } = await fixture.play({
      on: [
        on(
          'session/new',
          step.fail({ code: 401, message: 'Who?', data: { authMethods: [terminal] } }),
        ),
      ],
    });
    await session.open();
    expect(session.conversation.state.status).toMatchObject({
      reason: "Scripted couldn't open a session: Who?",
      openFailure: { methods: [{ id: 'setup' }] },
    });
  });
});
