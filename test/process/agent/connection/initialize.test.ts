import { describe, expect, it } from 'vitest';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import type { Json } from '../../../fakes/scenario.ts';

const fixture = useSessionFixture();

describe('initialize', () => {
  it('is the first request, with version 1, our name, and only capabilities that we have', async () => {
    const { session, agent } = await fixture.play({});
    await session.send(textDraft('hi'));
    const log = await agent.log();
    const first = log.find(entry => entry.kind === 'received');
    expect(first?.message).toMatchObject({
      method: 'initialize',
      params: {
        protocolVersion: 1,
        clientInfo: { name: 'accord', title: 'Accord', version: '0.0.0' },
        clientCapabilities: {
          fs: { readTextFile: false, writeTextFile: false },
          terminal: false,
          auth: { terminal: false },
          elicitation: { form: {} },
          session: { configOptions: { boolean: {} }, compaction: {}, notices: {} },
          _meta: { terminal_output: true },
        },
      },
    });
  });

  it.each([2, 0, 99])('with version %i ends the connection and shows what to do', async version => {
    const { session, agent } = await fixture.play({
      on: [on('initialize', step.reply({ protocolVersion: version }))],
    });
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    expect(outline(session)[0]).toMatch(
      new RegExp(`uses protocol version ${version}.*Update the agent or Accord`),
    );
    await agent.waitForNote('stdinEnded');
    expect(await agent.received('session/new')).toEqual([]);
  });

  it.each([
    [{ protocolVersion: 1 }],
    [{ protocolVersion: 1, agentCapabilities: null, authMethods: null, agentInfo: null }],
    [{ protocolVersion: 1, agentCapabilities: { loadSession: null, sessionCapabilities: null } }],
    [
      {
        protocolVersion: 1,
        agentCapabilities: { sessionCapabilities: { resume: null, close: null } },
      },
    ],
    [{ protocolVersion: 1, agentInfo: { name: 7, version: {} }, agentCapabilities: [] }],
    [{}],
  ] as readonly [Json][])('works with an agent that answers only %o', async answer => {
    const { session, sessions, agent } = await fixture.play({
      on: [on('initialize', step.reply(answer)), turn(step.say('hello'), step.stop('end_turn'))],
    });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    await sessions.restart(session);
    expect(await session.send(textDraft('again'))).toBe('end_turn');
    sessions.close(session);
    const methods = (await agent.log()).flatMap(entry =>
      entry.kind === 'received' ? [entry.message.method] : [],
    );
    expect(new Set(methods)).toEqual(new Set(['initialize', 'session/new', 'session/prompt']));
  });

  it('treats {} as a supported capability', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { resume: {}, close: {} } },
    });
    await session.open();
    await sessions.restart(session);
    sessions.close(session);
    await agent.waitForReceived('session/close');
    expect(await agent.received('session/resume')).toHaveLength(1);
  });

  it('shows modes and models that no config option covers', async () => {
    const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] };
    const models = {
      currentModelId: 'm',
      availableModels: [
        { modelId: 'm', name: 'M' },
        { modelId: 'n', name: 'N' },
      ],
    };
    const option = { id: 'o', name: 'O', type: 'boolean', currentValue: false };
    const both = await fixture.play({
      modes,
      configOptions: [option, { id: 'x', type: 'hologram' }],
    });
    await both.session.open();
    expect(both.session.conversation.state.pickers.map(({ id }) => id)).toEqual(['mode', 'o']);
    const covered = await fixture.play({ modes, configOptions: [{ ...option, category: 'mode' }] });
    await covered.session.open();
    expect(covered.session.conversation.state.pickers.map(({ id }) => id)).toEqual(['o']);
    const old = await fixture.play({
      on: [
        on('session/new', step.reply({ sessionId: 'session-1', modes, models })),
        on('session/set_model', step.reply({})),
      ],
    });
    await old.session.open();
    await old.session.setPicker('model', 'n');
    expect(old.session.conversation.state.pickers).toMatchObject([
      { id: 'mode', value: 'a' },
      { id: 'model', value: 'n' },
    ]);
    const [set] = await old.agent.received('session/set_model');
    expect(set?.params).toEqual({ sessionId: 'session-1', modelId: 'n' });
  });
});

describe('disconnecting', () => {
  it('cancels running turns and closes their sessions before stdin is closed', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { close: {} } },
      on: [turn(step.say('busy'), step.waitForCancel, step.stop('cancelled'))],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    await sessions.stopAgents();
    expect(await ended).toBe('cancelled');
    const log = (await agent.log()).map(entry =>
      entry.kind === 'received' ? entry.message.method : entry.name,
    );
    expect(log.filter(name => /cancel|close|stdinEnded/.test(name ?? ''))).toEqual([
      'session/cancel',
      'session/close',
      'stdinEnded',
    ]);
  });
});
