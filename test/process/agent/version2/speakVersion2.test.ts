import { describe, expect, it } from 'vitest';
import { outline, textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { initialize, playVersion2, say, state, update, work } from './version2Agent.ts';

const fixture = useSessionFixture();

const mode = (currentValue: string) => ({
  configId: 'mode',
  type: 'select',
  name: 'Mode',
  category: 'mode',
  currentValue,
  options: [
    {
      groupId: 'g',
      name: 'All',
      options: [
        { value: 'ask', name: 'Ask' },
        { value: 'act', name: 'Act' },
      ],
    },
  ],
});

describe('version 2 of the protocol', () => {
  it('is not offered unless the user wants it', async () => {
    const { agent, session } = await fixture.play({ on: [turn(step.stop('end_turn'))] });
    await session.send(textDraft('hi'));
    expect(await agent.received('initialize')).toMatchObject([{ params: { protocolVersion: 1 } }]);
  });

  it('is offered in its own form, and what it requires of every agent is used', async () => {
    const { agent, session, sessions } = await playVersion2(fixture, [work(say('Hello'))]);
    await session.send(textDraft('hi'));
    expect((await agent.received('initialize')).map(({ params }) => params)).toEqual([
      {
        protocolVersion: 2,
        info: { name: 'accord', title: 'Accord', version: '0.0.0' },
        capabilities: { elicitation: { form: {} }, _meta: { terminal_output: true } },
      },
    ]);
    const { capabilities } = await session.agent.connect(fixture.folder);
    expect(capabilities).toMatchObject({ name: 'scripted', version: '2.0.0' });
    expect(capabilities).toMatchObject({ load: true, resume: true, list: true, close: true });
    expect(capabilities).toMatchObject({ remove: false, fork: false, logout: false });
    expect(capabilities.prompt).toEqual({ image: true, audio: false, embeddedContext: false });
    sessions.close(session);
    await agent.waitForReceived('session/close');
  });

  it.each([
    ['answers with version 1', step.replyAsUsual],
    ['does not support it', step.fail({ code: -32_022, message: 'Unsupported protocol version' })],
    ['does not understand the request', step.fail({ code: -32_602, message: 'Invalid params' })],
  ])('gives way to version 1 if the agent %s', async (_, answer) => {
    const { agent, session } = await fixture.play(
      {
        capabilities: { sessionCapabilities: { fork: {} } },
        on: [
          on('initialize', answer),
          on('initialize', step.replyAsUsual),
          turn(step.say('Hi'), step.stop('end_turn')),
        ],
      },
      { protocolVersion: 2 },
    );
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'agent: Hi', 'end: end_turn']);
    expect(await agent.received('initialize')).toMatchObject([
      { params: { protocolVersion: 2, info: { name: 'accord' } } },
      { params: { protocolVersion: 1, clientInfo: { name: 'accord' }, clientCapabilities: {} } },
    ]);
    const { capabilities } = await session.agent.connect(fixture.folder);
    expect(capabilities).toMatchObject({ fork: true, load: false });
  });

  it('takes commands and options from the response, and sets an option in its own form', async () => {
    const { agent, session } = await playVersion2(fixture, [
      on(
        'session/new',
        step.reply({
          sessionId: 'session-1',
          configOptions: [mode('ask')],
          availableCommands: [
            {
              type: 'command',
              name: 'init',
              description: 'Begin',
              input: { type: 'text', hint: 'what' },
            },
          ],
        }),
      ),
      on('session/set_config_option', step.reply({ configOptions: [mode('act')] })),
      work(),
    ]);
    await session.send(textDraft('hi'));
    expect(session.conversation.state.commands).toMatchObject([{ name: 'init' }]);
    expect(session.conversation.state.pickers).toMatchObject([{ id: 'mode', value: 'ask' }]);
    await session.setPicker('mode', 'act');
    expect(session.conversation.state.pickers).toMatchObject([{ id: 'mode', value: 'act' }]);
    const [set] = await agent.received('session/set_config_option');
    expect(set?.params).toEqual({
      sessionId: 'session-1',
      configId: 'mode',
      type: 'id',
      value: 'act',
    });
  });

  it('loads a session by resuming it with a replay from its start', async () => {
    const { agent, sessions } = await playVersion2(fixture, [
      on(
        'session/resume',
        update('user_message', { messageId: 'u', content: [] }),
        update('user_message_chunk', { messageId: 'u', content: { type: 'text', text: 'Why?' } }),
        update('agent_message', { messageId: 'a', content: [{ type: 'text', text: 'So.' }] }),
        state({ state: 'idle' }),
        step.reply({}),
      ),
    ]);
    const loaded = sessions.load('scripted', 'old');
    await waitUntilIdle(loaded);
    expect(outline(loaded)).toEqual(['user: Why?', 'agent: So.']);
    expect((await agent.received('session/resume')).map(({ params }) => params)).toMatchObject([
      { sessionId: 'old', replayFrom: { type: 'start' } },
    ]);
    expect(await agent.received('session/load')).toEqual([]);
  });

  it('passes MCP servers with their type', async () => {
    const server = { name: 'files', command: '/bin/files', args: [], env: [] };
    const { agent, session } = await playVersion2(fixture, [work()], {
      mcpServers: () => Promise.resolve([{ name: 'files', source: 'settings', server }]),
    });
    await session.send(textDraft('hi'));
    expect(await agent.received('session/new')).toMatchObject([
      { params: { mcpServers: [{ type: 'stdio', ...server }] } },
    ]);
  });

  it('signs in and out with its own methods', async () => {
    const authMethods = [{ methodId: 'browser', type: 'agent', name: 'Browser' }];
    const { agent, session } = await fixture.play(
      {
        on: [
          initialize({ authMethods }),
          on('auth/login', step.reply({})),
          on('auth/logout', step.reply({})),
          work(),
        ],
      },
      { protocolVersion: 2 },
    );
    await session.send(textDraft('hi'));
    expect(await session.signInMethods()).toEqual([{ id: 'browser', name: 'Browser' }]);
    expect(await session.signIn('browser')).toBe(true);
    expect(await agent.received('auth/login')).toMatchObject([{ params: { methodId: 'browser' } }]);
    await session.agent.signOut(fixture.folder);
    expect(await agent.received('auth/logout')).toHaveLength(1);
  });
});
