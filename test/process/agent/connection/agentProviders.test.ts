import { describe, expect, it } from 'vitest';
import { outline, textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { MemorySecrets } from '../../../fakes/signInFakes.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const fixture = useSessionFixture();

const capabilities = { providers: {} };
const listed = on(
  'providers/list',
  step.reply({
    providers: [
      {
        providerId: 'main',
        supported: ['anthropic', 'bedrock', 7],
        required: false,
        current: { apiType: 'anthropic', baseUrl: 'https://api.example' },
      },
      { providerId: 'other', supported: [], required: true, current: null },
      { supported: [] },
    ],
  }),
);
const gateway = {
  apiType: 'anthropic',
  baseUrl: 'https://gateway.example',
  headers: { 'x-key': 'a secret key' },
};

describe('the provider of models', () => {
  it('is listed if the agent lets the user choose one', async () => {
    const { session, sessions } = await fixture.play({ capabilities, on: [listed] });
    await waitUntilIdle(session);
    expect(await sessions.listProviders('scripted')).toEqual([
      {
        id: 'main',
        apiTypes: ['anthropic', 'bedrock'],
        isRequired: false,
        current: { apiType: 'anthropic', baseUrl: 'https://api.example' },
      },
      { id: 'other', apiTypes: [], isRequired: true },
    ]);
  });

  it('is not asked for from an agent that has no choice', async () => {
    const { session, sessions, agent } = await fixture.play({ on: [listed] });
    await waitUntilIdle(session);
    expect(await sessions.listProviders('scripted')).toEqual([]);
    expect(await agent.received('providers/list')).toEqual([]);
  });

  it('is set at once and at each start, until the agent decides again', async () => {
    const secrets = new MemorySecrets();
    const { session, sessions, agent } = await fixture.play(
      {
        capabilities,
        on: [
          on('providers/set', step.reply({})),
          on('providers/disable', step.reply({})),
          turn(step.say('Hi'), step.stop('end_turn')),
        ],
      },
      { clientRequests: { secrets } },
    );
    await waitUntilIdle(session);
    await sessions.setProvider('scripted', 'main', gateway);
    expect((await agent.received('providers/set')).map(({ params }) => params)).toEqual([
      { providerId: 'main', ...gateway },
    ]);
    expect([...secrets.stored.keys()]).toEqual(['accord.providers.scripted']);
    await sessions.restart(session);
    await session.send(textDraft('hi'));
    const order = (await agent.log()).flatMap(entry =>
      entry.kind === 'received' && entry.message.method !== undefined ? entry.message.method : [],
    );
    expect(order.slice(-4)).toEqual([
      'initialize',
      'providers/set',
      'session/new',
      'session/prompt',
    ]);
    await sessions.setProvider('scripted', 'main', undefined);
    expect(await agent.received('providers/disable')).toMatchObject([
      { params: { providerId: 'main' } },
    ]);
    expect([...secrets.stored.keys()]).toEqual([]);
  });

  it('is not stored if the agent refuses it', async () => {
    const secrets = new MemorySecrets();
    const { session, sessions } = await fixture.play(
      {
        capabilities,
        on: [on('providers/set', step.fail({ code: -32_602, message: 'Unknown gateway' }))],
      },
      { clientRequests: { secrets } },
    );
    await waitUntilIdle(session);
    await expect(sessions.setProvider('scripted', 'main', gateway)).rejects.toThrow(
      'Unknown gateway',
    );
    expect(secrets.stored.size).toBe(0);
  });

  it('keeps the agent from being used without it, until the user forgets it', async () => {
    const secrets = new MemorySecrets();
    await secrets.set('accord.providers.scripted', JSON.stringify({ main: gateway, bad: 1 }));
    const { session, agent } = await fixture.play(
      {
        capabilities,
        on: [
          on('providers/set', step.fail({ code: -32_603, message: 'No answer.' })),
          turn(step.say('Hi'), step.stop('end_turn')),
        ],
      },
      { clientRequests: { secrets } },
    );
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    expect(outline(session)).toEqual([
      'notice: Scripted can\'t use the provider https://gateway.example: No answer. Change it with "Accord: Manage Account and Provider".',
    ]);
    expect(await agent.received('session/new')).toEqual([]);
    expect(await session.agent.providers.forget()).toBe(true);
    expect(await session.agent.providers.forget()).toBe(false);
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
  });
});

describe('the archive of an agent', () => {
  it('follows ours for sessions that are not open, if the agent has one', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { archive: {} } },
      on: [on('session/archive', step.reply({})), on('session/unarchive', step.reply({}))],
    });
    await waitUntilIdle(session);
    await sessions.archiveOnAgent('scripted', 'session-1', true);
    await sessions.archiveOnAgent('scripted', 'old', true);
    await sessions.archiveOnAgent('scripted', 'old', false);
    await sessions.archiveOnAgent('not running', 'old', true);
    expect(await agent.received('session/archive')).toMatchObject([
      { params: { sessionId: 'old' } },
    ]);
    expect(await agent.received('session/unarchive')).toMatchObject([
      { params: { sessionId: 'old' } },
    ]);
  });

  it('is left alone if the agent has none', async () => {
    const { session, sessions, agent } = await fixture.play({});
    await waitUntilIdle(session);
    await sessions.archiveOnAgent('scripted', 'old', true);
    expect(await agent.received('session/archive')).toEqual([]);
  });
});
