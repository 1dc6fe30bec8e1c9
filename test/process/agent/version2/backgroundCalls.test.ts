import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import { textDraft } from '../../../fakes/sessionFixture.ts';
import type { Step } from '../../../fakes/scenario.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { call, idle, playVersion2, state, update, work } from './version2Agent.ts';

const fixture = useSessionFixture();

const stoppable = { capabilities: { cancel: {} } };
const terminalItem = { type: 'terminal', terminalId: 'term' };
const callItem = { type: 'tool_call', toolCallId: 'task' };
const lists = (...background: readonly unknown[]): Step => state({ state: 'running', background });
const idleWith = (...background: readonly unknown[]): Step =>
  idle({ stopReason: 'end_turn', background });

/** Calls that run: a command in a terminal of the agent, and a task; and one that is not in the background. */
const starts: readonly Step[] = [
  update('terminal_update', { terminalId: 'term', command: 'npm start', ...stoppable }),
  call('command', { title: 'Start', status: 'in_progress', content: [terminalItem] }),
  call('task', { title: 'Task', status: 'in_progress', ...stoppable }),
  call('other', { title: 'Other', status: 'in_progress' }),
];

const statuses = ({ conversation }: Session): string[] =>
  conversation.transcript.entries.flatMap(entry =>
    entry.kind === 'tool' ? [`${entry.callId}: ${entry.status}`] : [],
  );
const exitOf = ({ conversation }: Session) => conversation.transcript.terminals.get('term')?.exit;

const OPEN = ['command: in_progress', 'task: in_progress', 'other: cancelled'];
const ENDED = ['command: cancelled', 'task: cancelled', 'other: cancelled'];

describe('a call in the background, in version 2 of the protocol', () => {
  it('stays open after the turn, can be stopped, and ends when it is no longer listed', async () => {
    const { agent, session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        ...starts,
        lists(terminalItem, callItem),
        idleWith(terminalItem, callItem),
        step.waitForFile('stopped'),
        call('task', { status: 'completed', capabilities: null }),
        state({ state: 'idle', background: [] }),
      ),
      on('tool_call/cancel', step.reply({})),
      on('terminal/cancel', step.reply({})),
    ]);
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(statuses(session)).toEqual(OPEN);
    expect(exitOf(session)).toBeUndefined();
    session.conversation.transcript.entries.forEach(({ id }) => session.stopEntry(id));
    session.stopTerminal('term');
    expect((await agent.waitForReceived('tool_call/cancel')).params).toMatchObject({
      toolCallId: 'task',
    });
    await agent.waitForReceived('terminal/cancel');
    await fixture.write('stopped', '');
    await waitUntil(() => exitOf(session));
    expect(statuses(session)).toEqual([
      'command: cancelled',
      'task: completed',
      'other: cancelled',
    ]);
  });

  it('stays open through later turns, and ends during one', async () => {
    const { session } = await playVersion2(fixture, [
      work(...starts, lists(terminalItem, callItem)),
      work(state({ state: 'running', background: [terminalItem] }), step.waitForFile('seen')),
      turn(step.reply({ messageId: 'prompt' }), state({ state: 'running' }), idle()),
    ]);
    await session.send(textDraft('one'));
    expect(statuses(session)).toEqual(OPEN);
    const second = session.send(textDraft('two'));
    await waitUntil(() => statuses(session).includes('task: cancelled'));
    await fixture.write('seen', '');
    await second;
    await session.send(textDraft('three'));
    expect(statuses(session)[0]).toBe('command: in_progress');
  });

  it('is open again if it is listed after the turn', async () => {
    const { session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        ...starts,
        idle(),
        step.waitForFile('ended'),
        state({ state: 'idle', background: [terminalItem, callItem] }),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(statuses(session)).toEqual(ENDED);
    expect(exitOf(session)).toBeDefined();
    await fixture.write('ended', '');
    await waitUntil(() => (exitOf(session) ? undefined : true));
    await waitUntil(() => (statuses(session).includes('task: in_progress') ? true : undefined));
    expect(statuses(session)).toEqual(OPEN);
  });

  it('ends with its agent', async () => {
    const { session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        ...starts,
        idleWith(terminalItem, callItem),
        step.waitForFile('die'),
        step.exit(3),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(statuses(session)).toEqual(OPEN);
    await fixture.write('die', '');
    await waitUntil(() => exitOf(session));
    expect(statuses(session)).toEqual(ENDED);
  });

  it('is nothing that the agent has never announced, in a list of any shape', async () => {
    const strange = Array.from({ length: 1_000 }, (_, index) => [
      { type: 'tool_call', toolCallId: `unknown-${index}` },
      { type: 'terminal', terminalId: `unknown-${index}` },
    ]).flat();
    const { session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        ...starts,
        lists(...strange, callItem, callItem, null, 7, {}, { type: 'tool_call', toolCallId: 1 }),
        state({ state: 'running', background: 'all' }),
        idleWith(...strange, callItem),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(statuses(session)).toEqual([
      'command: cancelled',
      'task: in_progress',
      'other: cancelled',
    ]);
    expect(session.conversation.transcript.terminals.size).toBe(1);
  });
});
