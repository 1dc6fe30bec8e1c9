import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentDefinition } from '../../../../src/agent/connection/agents.ts';
import { DEADLINES } from '../../../../src/agent/connection/deadlines.ts';
import { UserError } from '../../../../src/core/errors.ts';
import { createSessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import { waitUntilIdle, statusKind, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { scriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { history, on, step, turn } from '../../../fakes/step.ts';
import { journalHeader } from '../../../fakes/journalHeader.ts';

const fixture = useSessionFixture();

const at = (cwd: string, sessionId: string, updatedAt: string) => ({
  sessionId,
  cwd,
  title: sessionId,
  updatedAt,
});

describe('listing sessions', () => {
  it('reads page by page until there is no cursor, or it is null', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { list: {} } },
      on: [
        on(
          'session/list',
          step.reply({
            sessions: [
              at(fixture.folder, 'old', '2026-01-01T00:00:00Z'),
              at('/elsewhere', 'x', ''),
            ],
            nextCursor: 'opaque=1',
          }),
        ),
        on(
          'session/list',
          step.reply({
            sessions: [at(fixture.folder, 'new', '2026-05-01T00:00:00Z'), { title: 'no id' }],
            nextCursor: null,
          }),
        ),
      ],
    });
    const listed = await sessions.listOnAgent('scripted');
    expect(listed.map(({ wireId }) => wireId)).toEqual(['new', 'old']);
    const asked = await agent.received('session/list');
    expect(asked.map(({ params }) => params)).toEqual([
      { cwd: fixture.folder },
      { cwd: fixture.folder, cursor: 'opaque=1' },
    ]);
  });

  it('ends at an empty cursor', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { list: {} } },
      on: [on('session/list', step.reply({ sessions: [], nextCursor: '' }))],
    });
    expect(await sessions.listOnAgent('scripted')).toEqual([]);
    expect(await agent.received('session/list')).toHaveLength(1);
  });

  it('compares folders by their real path and ignores a trailing slash', async () => {
    const linked = join(fixture.folder, 'linked');
    await mkdir(join(fixture.folder, 'real'));
    await symlink(join(fixture.folder, 'real'), linked);
    const { sessions } = await fixture.play(
      {
        capabilities: { sessionCapabilities: { list: {} } },
        sessions: [
          at(join(fixture.folder, 'real'), 'real', ''),
          at(`${linked}/`, 'slash', ''),
          at(fixture.folder, 'above', ''),
        ],
      },
      { roots: () => [linked] },
    );
    const listed = await sessions.listOnAgent('scripted');
    expect(listed.map(({ wireId }) => wireId)).toEqual(['real', 'slash']);
  });

  it('ends when a cursor repeats', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { list: {} } },
      on: [on('session/list', step.reply({ sessions: [], nextCursor: 'again' }))],
    });
    expect(await sessions.listOnAgent('scripted')).toEqual([]);
    expect(await agent.received('session/list')).toHaveLength(50);
  });

  it('is not requested if the agent does not support it', async () => {
    const { sessions, agent } = await fixture.play({});
    expect(await sessions.listOnAgent('scripted')).toEqual([]);
    expect(await agent.received('session/list')).toEqual([]);
  });
});

/** Resolves agents by their former names, and cannot start them. */
const gone = (called: string, knownAs?: string): AgentDefinition | undefined =>
  knownAs === undefined
    ? undefined
    : {
        name: knownAs,
        options: {
          clientRequests: {},
          logger: { info: () => {}, warn: () => {}, error: () => {} },
          clientVersion: '0.0.0',
          launch: () => Promise.reject(new UserError(`There is no agent "${called}".`)),
        },
      };

describe('a session whose agent is not installed', () => {
  it('can be read, and shows an error when a prompt is sent', async () => {
    const sessions = fixture.start(
      { name: '', command: '', args: [], env: {} },
      { resolveAgent: gone },
    );
    const roots = [fixture.folder];
    const header = { ...journalHeader, agentId: 'gone', agentName: 'Gone', roots };
    const session = sessions.restore(createSessionRecord(header));
    expect(session.agent.name).toBe('Gone');
    expect(sessions.hasAgent('gone')).toBe(false);
    expect(() => sessions.create('another')).toThrow('Agent "another" not found');
    void session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(outline(session).join()).toContain('There is no agent "gone".');
  });
});

describe('a conversation that the agent replays', () => {
  it('is shown once, even if the agent dies during the replay and starts over', async () => {
    const again = join(fixture.folder, 'again');
    const { sessions } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        on(
          'session/load',
          ...history('one'),
          step.ifFile(again, [], [step.writeFile(again, ''), step.exit(1)]),
          ...history('two'),
          step.reply(null),
        ),
      ],
    });
    const loaded = sessions.load('scripted', 'old-1');
    await waitUntilIdle(loaded);
    const shown = outline(loaded).filter(line => !line.startsWith('notice'));
    expect(shown).toEqual(['user: one?', 'agent: one!', 'user: two?', 'agent: two!']);
  });
});

describe('loading a session', () => {
  it('shows its history and continues', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        on('session/load', ...history('one', 'two'), step.reply(null)),
        turn(step.say('three!'), step.stop('end_turn')),
      ],
    });
    const loaded = sessions.load('scripted', 'old-1', 'The old one');
    expect(loaded.conversation.state.title).toBe('The old one');
    const states: string[] = [];
    loaded.conversation.onDidChange(({ state }) => state && states.push(state.status.kind));
    await waitUntilIdle(loaded);
    expect(outline(loaded)).toEqual(['user: one?', 'agent: one!', 'user: two?', 'agent: two!']);
    expect(new Set(states)).toEqual(new Set(['starting', 'idle']));
    await loaded.send(textDraft('three?'));
    expect(outline(loaded).slice(4)).toEqual(['user: three?', 'agent: three!', 'end: end_turn']);
    expect(loaded.conversation.transcript.turn).toBe(3);
    const [load] = await agent.received('session/load');
    expect(load?.params).toEqual({ sessionId: 'old-1', cwd: fixture.folder, mcpServers: [] });
  });

  it('waits for a history that is sent after the answer, as by Gemini', async () => {
    const { sessions } = await fixture.play(
      {
        capabilities: { loadSession: true },
        on: [
          on('session/load', step.say('one!'), step.reply({}), step.sleep(50), ...history('two')),
          turn(step.say('three!'), step.stop('end_turn')),
        ],
      },
      // On a busy machine an agent that sleeps for a moment wakes up late.
      { deadlines: { ...DEADLINES, quietMs: 1_000 } },
    );
    const loaded = sessions.load('scripted', 'old-1');
    await loaded.send(textDraft('three?'));
    expect(outline(loaded)).toEqual([
      'agent: one!',
      'user: two?',
      'agent: two!',
      'user: three?',
      'agent: three!',
      'end: end_turn',
    ]);
  });

  it('neither loses nor duplicates any of 5,000 updates', async () => {
    const { sessions } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        on(
          'session/load',
          step.update(
            { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '$i,' } },
            { times: 5000 },
          ),
          step.reply({}),
        ),
        turn(step.say('live'), step.stop('end_turn')),
      ],
    });
    const loaded = sessions.load('scripted', 'old-1');
    await loaded.send(textDraft('hi'));
    const numbers = (outline(loaded)[0] ?? '').replace('agent: ', '').split(',').slice(0, -1);
    expect(numbers.map(Number)).toEqual(Array.from({ length: 5000 }, (_, n) => n));
    expect(outline(loaded).slice(1)).toEqual(['user: hi', 'agent: live', 'end: end_turn']);
  });

  it('resumes, with a notice, if the agent cannot replay the history', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { resume: {} } },
      on: [on('session/resume', step.reply(null))],
    });
    const loaded = sessions.load('scripted', 'old-1');
    await waitUntilIdle(loaded);
    expect(outline(loaded)[0]).toContain("can't show earlier messages");
    expect(await agent.received('session/load')).toEqual([]);
  });

  it('fails without a request if the agent supports neither', async () => {
    const { sessions, agent } = await fixture.play({});
    const loaded = sessions.load('scripted', 'old-1');
    await waitUntil(() => loaded.conversation.state.status.kind === 'stopped');
    expect(outline(loaded)[0]).toContain("can't open earlier sessions");
    expect(await agent.received('session/load')).toEqual([]);
    expect(await agent.received('session/resume')).toEqual([]);
  });

  it('shows a session that is being loaded already', async () => {
    const { sessions, agent } = await fixture.play({
      capabilities: { loadSession: true },
      on: [on('session/load', step.waitForFile(join(fixture.folder, 'go')), step.replyAsUsual)],
    });
    const first = sessions.load('scripted', 'earlier');
    expect(sessions.load('scripted', 'earlier')).toBe(first);
    await fixture.write('go', '');
    await waitUntilIdle(first);
    expect(sessions.load('scripted', 'earlier')).toBe(first);
    expect(await agent.received('session/load')).toHaveLength(1);
  });

  it('shows a session that is open already', async () => {
    const { sessions, session } = await fixture.play({ capabilities: { loadSession: true } });
    await waitUntilIdle(session);
    sessions.create('scripted');
    expect(sessions.load('scripted', 'session-1')).toBe(session);
    expect(sessions.active).toBe(session);
  });
});

describe('forking a session', () => {
  it('copies its transcript, and both continue independently', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { fork: {} } },
      on: [turn(step.say('hello'), step.stop('end_turn'))],
    });
    await session.send(textDraft('hi'));
    const copy = sessions.fork(session);
    await copy.send(textDraft('there'));
    expect(outline(copy)).toHaveLength(6);
    expect(outline(session)).toHaveLength(3);
    expect(copy.wireId).not.toBe(session.wireId);
    const [fork] = await agent.received('session/fork');
    expect(fork?.params).toMatchObject({ sessionId: session.wireId, cwd: fixture.folder });
  });

  it('is not requested if the agent does not support it', async () => {
    const { session, sessions, agent } = await fixture.play({});
    await waitUntilIdle(session);
    const copy = sessions.fork(session);
    await waitUntil(() => copy.conversation.state.status.kind === 'stopped');
    expect(await agent.received('session/fork')).toEqual([]);
  });
});

describe('closing and deleting', () => {
  it('notifies an agent that supports closing', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { close: {} } },
    });
    await waitUntilIdle(session);
    sessions.close(session);
    expect(await agent.waitForReceived('session/close')).toMatchObject({
      params: { sessionId: 'session-1' },
    });
  });

  it('also closes a session that was opened too late', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { close: {} } },
      on: [
        {
          ...on('session/new', step.waitForFile('late'), step.reply({ sessionId: 'late one' })),
          onCancel: 'ignore',
        },
        on('session/new', step.replyAsUsual),
      ],
    });
    await agent.waitForReceived('session/new');
    const other = sessions.create('scripted');
    await waitUntilIdle(other);
    sessions.close(session);
    await fixture.write('late', '');
    const { params } = await agent.waitForReceived('session/close');
    expect(params).toEqual({ sessionId: 'late one' });
    expect(await other.send(textDraft('hi'))).toBe('end_turn');
  });

  it('does not notify other agents', async () => {
    const { session, sessions, agent } = await fixture.play({});
    await waitUntilIdle(session);
    sessions.close(session);
    await sessions.create('scripted').send(textDraft('hi'));
    expect(await agent.received('session/close')).toEqual([]);
  });

  it('answers the open requests of the closed session, and drops later ones', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { close: {} } },
      on: [
        {
          ...turn(
            ...step.permission({ toolCallId: 't', title: 'Edit' }),
            step.note('answer', '${permission}'),
            step.say('late'),
            step.call('session/request_permission', { toolCall: { toolCallId: 'u' }, options: [] }),
            step.note('answer', '${answer.error.code}'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    const logLines: string[] = [];
    sessions.onDidLog(({ line }) => logLines.push(line));
    void session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    sessions.close(session);
    await waitUntil(() => logLines.some(line => line.includes('dropped')));
    await agent.waitFor(entry => entry.kind === 'note' && entry.value === -32002);
    expect((await agent.noted('answer'))[0]).toEqual({
      result: { outcome: { outcome: 'cancelled' } },
    });
  });

  it('treats a session that the agent does not have as deleted', async () => {
    const { sessions } = await fixture.play({
      capabilities: { sessionCapabilities: { delete: {} } },
      on: [on('session/delete', step.fail({ code: -32002, message: 'No such session' }))],
    });
    await expect(sessions.deleteOnAgent('scripted', 'gone')).resolves.toBeUndefined();
  });

  it('closes an open session before deleting it', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { delete: {}, close: {} } },
    });
    await waitUntilIdle(session);
    await sessions.deleteOnAgent('scripted', 'session-1');
    const methods = (await agent.log()).flatMap(entry =>
      entry.kind === 'received' ? [entry.message.method] : [],
    );
    expect(methods.slice(-2)).toEqual(['session/close', 'session/delete']);
    expect(sessions.all).toEqual([]);
  });

  it('deletes a session when it is closed, and again when it reappears, as with Claude', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { delete: {}, close: {}, list: {} } },
      on: [
        on('session/close', step.waitForFile('go'), step.note('did', 'close'), step.replyAsUsual),
        on('session/delete', step.note('did', 'delete'), step.replyAsUsual),
        on(
          'session/list',
          step.reply({ sessions: [{ sessionId: 'session-1', cwd: fixture.folder }] }),
        ),
        on('session/delete', step.note('did', 'delete'), step.replyAsUsual),
        on('session/list', step.reply({ sessions: [] })),
      ],
    });
    await waitUntilIdle(session);
    const removed = sessions.deleteOnAgent('scripted', 'session-1');
    await agent.waitForReceived('session/close');
    await fixture.write('go', '');
    await removed;
    expect(await agent.noted('did')).toEqual(['close', 'delete', 'delete']);
  });

  it('deletes nothing if the agent does not support it', async () => {
    const { sessions, agent } = await fixture.play({});
    await expect(sessions.deleteOnAgent('scripted', 'x')).rejects.toThrow(
      /doesn't support deleting/,
    );
    expect(await agent.received('session/delete')).toEqual([]);
  });
});

describe('several sessions', () => {
  it('share one agent process and receive only their own updates', async () => {
    const { session, sessions, agent } = await fixture.play({
      on: [turn(step.say('for ${sessionId}'), step.stop('end_turn'))],
    });
    const others = [sessions.create('scripted'), sessions.create('scripted')];
    const all = [session, ...others];
    await Promise.all(all.map(each => each.send(textDraft('hi'))));
    expect(all.map(each => outline(each)[1])).toEqual(all.map(each => `agent: for ${each.wireId}`));
    expect(await agent.received('initialize')).toHaveLength(1);
  });

  it('of several agents run in parallel; updates for a session of another agent are dropped', async () => {
    const first = await fixture.play({ on: [turn(step.say('first'), step.stop('end_turn'))] });
    const second = await fixture.play({
      on: [
        turn(
          step.updateOf('nobody', {
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text: 'stray' },
          }),
          step.say('second'),
          step.stop('end_turn'),
        ),
      ],
    });
    await Promise.all([first.session.send(textDraft('hi')), second.session.send(textDraft('hi'))]);
    expect(outline(first.session)).toEqual(['user: hi', 'agent: first', 'end: end_turn']);
    expect(outline(second.session)).toEqual(['user: hi', 'agent: second', 'end: end_turn']);
  });

  it('get the additional folders of the workspace if the agent supports them', async () => {
    const other = join(fixture.folder, 'other');
    await mkdir(other);
    const roots = () => [fixture.folder, other, other, fixture.folder];
    const able = await fixture.play(
      { capabilities: { sessionCapabilities: { additionalDirectories: {} } } },
      { roots },
    );
    await waitUntilIdle(able.session);
    const unable = await fixture.play({}, { roots });
    await waitUntilIdle(unable.session);
    const [withThem] = await able.agent.received('session/new');
    const [without] = await unable.agent.received('session/new');
    expect(withThem?.params).toEqual({
      cwd: fixture.folder,
      additionalDirectories: [other],
      mcpServers: [],
    });
    expect(without?.params).toEqual({ cwd: fixture.folder, mcpServers: [] });
  });
});

describe('a session that is prepared while the user writes', () => {
  const scenario = { on: [turn(step.say('Hi'), step.stop('end_turn'))] };

  it('is opened, but is not shown and gets no prompt before it is created', async () => {
    const agent = await scriptedAgent(fixture.folder, scenario);
    const sessions = fixture.start({ name: 'Scripted', ...agent.launch });
    const seen: string[] = [];
    sessions.onDidChange(({ change }) => seen.push(JSON.stringify(change)));
    sessions.onDidChangeSessions(() => seen.push('sessions'));
    sessions.prepare('scripted');
    sessions.prepare('scripted');
    await waitUntil(async () => (await agent.received('session/new')).length === 1);
    expect([sessions.all, sessions.active, seen]).toEqual([[], undefined, []]);
    const session = sessions.create('scripted');
    expect(sessions.all).toEqual([session]);
    expect(await session.send(textDraft('Hello'))).toBe('end_turn');
    const methods = (await agent.log()).flatMap(entry =>
      entry.kind === 'received' ? [entry.message.method] : [],
    );
    expect(methods).toEqual(['initialize', 'session/new', 'session/prompt']);
  });

  it('is used once, and also if it is still being opened', async () => {
    const agent = await scriptedAgent(fixture.folder, scenario);
    const sessions = fixture.start({ name: 'Scripted', ...agent.launch });
    sessions.prepare('scripted');
    const [first, second] = [sessions.create('scripted'), sessions.create('scripted')];
    await Promise.all([first, second].map(waitUntilIdle));
    expect(first.wireId).not.toBe(second.wireId);
    expect(await agent.received('session/new')).toHaveLength(2);
    expect(await agent.received('initialize')).toHaveLength(1);
  });

  it('is replaced by one that reports the error, if it could not be opened', async () => {
    const sessions = fixture.start({
      name: 'Gone',
      command: '/no/such/program',
      args: [],
      env: {},
    });
    sessions.prepare('gone');
    await new Promise(resolve => setTimeout(resolve, 200));
    const session = sessions.create('gone');
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(outline(session)).toHaveLength(1);
  });

  it('is closed with its program when it is discarded', async () => {
    const agent = await scriptedAgent(fixture.folder, scenario);
    const sessions = fixture.start({ name: 'Scripted', ...agent.launch });
    sessions.prepare('scripted');
    await waitUntil(async () => (await agent.received('session/new')).length === 1);
    sessions.discardPrepared();
    const session = sessions.create('scripted');
    await waitUntilIdle(session);
    expect(await agent.received('initialize')).toHaveLength(2);
    expect(sessions.all).toEqual([session]);
  });
});
