import { describe, expect, it } from 'vitest';
import type { Json } from '../../../fakes/scenario.ts';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { PERMISSION_OPTIONS, on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const fixture = useSessionFixture();

type Fields = Readonly<Record<string, Json>>;

const announce = (sessionId: string, fields: Fields = {}) =>
  step.update({ sessionUpdate: 'subagent_update', sessionId, ...fields });
const say = (sessionId: string, text: string, kind = 'agent_message_chunk') =>
  step.updateOf(sessionId, { sessionUpdate: kind, content: { type: 'text', text } });
const call = (sessionId: string, toolCallId: string, fields: Fields = {}) =>
  step.updateOf(sessionId, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: toolCallId,
    ...fields,
  });
const running = { state: { state: 'running' } };
const done = { state: { state: 'idle', stopReason: 'end_turn' } };

/** The entries of the agent itself, and those of a sub-agent. */
const entriesOf = (session: Awaited<ReturnType<typeof fixture.play>>['session'], id?: string) => {
  const lines = outline(session);
  const { entries } = session.conversation.transcript;
  return lines.filter((_, index) => entries[index]?.parentId === id);
};

describe('sub-agents', () => {
  it('are advertised', async () => {
    const { session, agent } = await fixture.play({ on: [turn(step.stop('end_turn'))] });
    await session.send(textDraft('hi'));
    expect(await agent.received('initialize')).toMatchObject([
      { params: { clientCapabilities: { subagents: {} } } },
    ]);
  });

  it('have their own messages and calls, several at once, and do not split those of the agent', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          announce('a', { title: 'Explore', description: 'Find callers', ...running }),
          announce('b', { title: 'Plan', ...running }),
          step.updateOf('a', {
            sessionUpdate: 'session_message',
            messageId: 'm',
            recipientSessionId: 'a',
            content: [{ type: 'text', text: 'Lo' }],
          }),
          step.updateOf('a', {
            sessionUpdate: 'session_message_chunk',
            messageId: 'm',
            recipientSessionId: 'a',
            content: { type: 'text', text: 'ok' },
          }),
          step.say('One '),
          say('a', 'Hel'),
          say('b', 'Wor'),
          step.say('two'),
          say('a', 'lo'),
          say('b', 'ld'),
          step.toolCall('t1', { status: 'completed' }),
          call('a', 't1', { status: 'completed' }),
          say('a', 'Hm', 'agent_thought_chunk'),
          step.updateOf('a', { sessionUpdate: 'session_info_update', title: 'Not ours' }),
          announce('a', done),
          announce('b', {
            state: { state: 'idle', stopReason: 'error', error: { message: 'no' } },
          }),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(entriesOf(session)).toEqual([
      'user: hi',
      'subagent: Explore (completed)',
      'subagent: Plan (failed)',
      'agent: One two',
      'tool: t1 (completed)',
      'end: end_turn',
    ]);
    expect(entriesOf(session, 'a')).toEqual([
      'agent: Look',
      'agent: Hello',
      'tool: t1 (completed)',
      'thought: Hm',
    ]);
    expect(entriesOf(session, 'b')).toEqual(['agent: World']);
    expect(session.conversation.state.title).not.toBe('Not ours');
  });

  it('ask the user by their names, and are served like the session', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          announce('a', { title: 'Explore', ...running }),
          step.call(
            'session/request_permission',
            {
              sessionId: 'a',
              toolCall: { toolCallId: 't', title: 'Edit' },
              options: PERMISSION_OPTIONS,
            },
            { save: 'asked' },
          ),
          step.note('answer', '${asked.result}'),
          step.call(
            'session/request_permission',
            {
              sessionId: 'unknown',
              toolCall: { toolCallId: 't' },
              options: PERMISSION_OPTIONS,
            },
            { save: 'unknown' },
          ),
          step.note('unknown', '${unknown.error.code}'),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    expect(entry).toMatchObject({ asker: 'Explore', title: 'Edit' });
    session.answerPermission(entry?.id ?? '', 'allow');
    await ended;
    expect(await agent.noted('answer')).toEqual([
      { outcome: { outcome: 'selected', optionId: 'allow' } },
    ]);
    expect(await agent.noted('unknown')).toEqual([-32002]);
  });

  it('can be stopped alone if the agent allows it, and what they ask is cancelled', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          announce('a', { title: 'Explore', capabilities: { cancel: {} }, ...running }),
          announce('b', { title: 'Plan', ...running }),
          step.call(
            'session/request_permission',
            {
              sessionId: 'a',
              toolCall: { toolCallId: 't', title: 'Edit' },
              options: PERMISSION_OPTIONS,
            },
            { save: 'asked' },
          ),
          step.note('answer', '${asked.result}'),
          announce('a', { state: { state: 'idle', stopReason: 'cancelled' } }),
          announce('b', done),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const [first, second] = session.conversation.transcript.entries.filter(
      ({ kind }) => kind === 'subagent',
    );
    session.stopEntry(second?.id ?? '');
    session.stopEntry(first?.id ?? '');
    expect(await ended).toBe('end_turn');
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(await agent.received('session/cancel')).toMatchObject([{ params: { sessionId: 'a' } }]);
    expect(entriesOf(session)).toContain('subagent: Explore (cancelled)');
  });

  it('that never end are closed with the turn, and go on in the next one', async () => {
    const { session } = await fixture.play({
      on: [
        turn(announce('a', { title: 'Explore', ...running }), step.stop('end_turn')),
        turn(say('a', 'Still here'), announce('a', done), step.stop('end_turn')),
      ],
    });
    await session.send(textDraft('hi'));
    expect(entriesOf(session)).toContain('subagent: Explore (pending)');
    await session.send(textDraft('and?'));
    expect(entriesOf(session)).toEqual([
      'user: hi',
      'subagent: Explore (pending)',
      'end: end_turn',
      'user: and?',
      'subagent: Explore (completed)',
      'end: end_turn',
    ]);
    expect(entriesOf(session, 'a')).toEqual(['agent: Still here']);
    const open = session.conversation.transcript.entries.filter(
      entry => entry.kind === 'subagent' && entry.endedMs === undefined,
    );
    expect(open).toEqual([]);
  });

  it('are neither the session itself nor their own parents, and unknown ones are ignored', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          announce('session-1', { title: 'Myself' }),
          announce('a', { title: 'Explore', ...running }),
          step.updateOf('a', {
            sessionUpdate: 'subagent_update',
            sessionId: 'a',
            title: 'Explore 2',
          }),
          step.updateOf('a', { sessionUpdate: 'subagent_update', sessionId: 'b', title: 'Inner' }),
          step.updateOf('b', {
            sessionUpdate: 'subagent_update',
            sessionId: 'a',
            title: 'Explore 3',
          }),
          step.updateOf('b', { sessionUpdate: 'subagent_update', sessionId: 'session-1' }),
          say('nobody', 'lost'),
          step.say('fine'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(entriesOf(session)).toEqual([
      'user: hi',
      'subagent: Explore 3 (pending)',
      'agent: fine',
      'end: end_turn',
    ]);
    expect(entriesOf(session, 'a')).toEqual(['subagent: Inner (pending)']);
  });

  it('are limited to a thousand, and the user is informed once', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          ...Array.from({ length: 1_010 }, (_, at) => announce(`s${at}`, { title: `S${at}` })),
          say('s999', 'last'),
          say('s1000', 'lost'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    const lines = entriesOf(session);
    expect(lines.filter(line => line.startsWith('subagent'))).toHaveLength(1_000);
    expect(lines.filter(line => line.startsWith('notice'))).toHaveLength(1);
    expect(entriesOf(session, 's999')).toEqual(['agent: last']);
    expect(entriesOf(session, 's1000')).toEqual([]);
  });

  it('are shown again when a session is loaded', async () => {
    const { sessions } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        on(
          'session/load',
          step.update({
            sessionUpdate: 'user_message_chunk',
            content: { type: 'text', text: 'q' },
          }),
          announce('a', { title: 'Explore' }),
          say('a', 'found'),
          announce('a', done),
          step.say('answer'),
          step.replyAsUsual,
        ),
      ],
    });
    const session = sessions.load('scripted', 'old');
    void session.open();
    await waitUntil(() => outline(session).includes('agent: answer'));
    expect(entriesOf(session)).toEqual([
      'user: q',
      'subagent: Explore (completed)',
      'agent: answer',
    ]);
    expect(entriesOf(session, 'a')).toEqual(['agent: found']);
  });

  it('without sessions of their own are named by the call that runs them, as by older versions of Claude', async () => {
    const meta = { claudeCode: { parentToolUseId: 'task' } };
    const { session } = await fixture.play({
      on: [
        turn(
          step.toolCall('task', {
            title: 'Find callers',
            rawInput: { subagent_type: 'Explore', prompt: 'Look' },
          }),
          step.update({
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text: 'inner' },
            _meta: meta,
          }),
          step.say('outer'),
          ...step.permission({ toolCallId: 't', title: 'Edit', _meta: meta }, { allow: [] }),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    expect(entry).toMatchObject({ asker: 'Explore' });
    session.answerPermission(entry?.id ?? '', 'allow');
    await ended;
    expect(entriesOf(session, 'task')).toEqual(['agent: inner']);
  });
});
