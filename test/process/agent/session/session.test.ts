import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

describe('a session', () => {
  it('sends a prompt to the agent and shows the answer in order', async () => {
    const { session, agent } = await fixture.play({
      on: [turn(step.think('Hm.'), step.say('Hel'), step.say('lo'), step.stop('end_turn'))],
    });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'thought: Hm.', 'agent: Hello', 'end: end_turn']);
    const [prompt] = await agent.received('session/prompt');
    expect(prompt?.params).toMatchObject({ prompt: [{ type: 'text', text: 'hi' }] });
  });

  it('initializes with version 1, its name, and only supported capabilities', async () => {
    const { session, agent } = await fixture.play({});
    await session.send(textDraft('hi'));
    const [initialize] = await agent.received('initialize');
    expect(initialize?.params).toMatchObject({
      protocolVersion: 1,
      clientInfo: { name: 'accord' },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
  });

  it('keeps updates that arrive before the session is open and after the prompt is answered', async () => {
    const commands = { sessionUpdate: 'available_commands_update', availableCommands: [] };
    const { session } = await fixture.play({
      on: [
        on(
          'session/new',
          step.updateOf('session-1', {
            ...commands,
            availableCommands: [{ name: 'go', description: 'Goes' }],
          }),
          step.replyAsUsual,
        ),
        turn(step.say('a'), step.stop('end_turn'), step.say('late')),
      ],
    });
    await session.send(textDraft('hi'));
    expect(session.conversation.state.commands).toEqual([{ name: 'go', description: 'Goes' }]);
    await waitUntil(() => outline(session).some(line => line.endsWith('late')));
  });

  it('shows a thousand chunks and the answer of a single write before the turn ends', async () => {
    const { session } = await fixture.play({
      on: [turn(step.oneWrite(step.say('$i,', { times: 1000 }), step.stop('end_turn')))],
    });
    await session.send(textDraft('hi'));
    const text = outline(session)[1] ?? '';
    expect(text.split(',')).toHaveLength(1001);
    expect(outline(session).at(-1)).toBe('end: end_turn');
  });

  it('shows an unknown update as a neutral row and continues', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.update({ sessionUpdate: 'hologram' }),
          step.say('still here'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)[1]).toContain('hologram');
    expect(outline(session)[2]).toBe('agent: still here');
  });

  it('ignores stray output of the agent', async () => {
    const { session } = await fixture.play({
      start: [step.stdout({ text: 'Welcome!\n\n\u001b[1m{ not json\n[1,2]\nnull\n' })],
      on: [
        turn(
          step.stdout({ text: 'npm warn\n', times: 1000 }),
          step.say('fine'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toContain('agent: fine');
  });

  it('queues prompts that are sent during a turn', async () => {
    const { session, agent } = await fixture.play({
      on: [turn(step.say('ok'), step.stop('end_turn'))],
    });
    await Promise.all([
      session.send(textDraft('one')),
      session.send(textDraft('two')),
      session.send(textDraft('three')),
    ]);
    const prompts = await agent.received('session/prompt');
    expect(prompts).toHaveLength(3);
    expect(outline(session).filter(line => line.startsWith('user'))).toEqual([
      'user: one',
      'user: two',
      'user: three',
    ]);
  });

  it('shows agent, reason and remedy when the command does not exist', async () => {
    const sessions = fixture.start({ name: 'Ghost', command: 'no-such-agent', args: [], env: {} });
    const session = sessions.create('ghost');
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    expect(outline(session)[0]).toMatch(/Ghost.*no-such-agent/);
  });

  it('shows an error when the command is a folder', async () => {
    const folder = join(fixture.folder, 'agent');
    await mkdir(folder);
    const session = fixture
      .start({ name: 'Folder', command: folder, args: [], env: {} })
      .create('f');
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    expect(outline(session)[0]).toMatch(/folder|directory/);
  });

  it('shows the last output of an agent that exits immediately, and works after a restart', async () => {
    const marker = join(fixture.folder, 'second-start');
    const { session, sessions } = await fixture.play({
      start: [
        step.ifFile(
          marker,
          [],
          [
            { do: 'writeFile', path: marker, text: '' },
            step.stderr({ text: 'Error: no licence found\n' }),
            { do: 'exit', code: 3 },
          ],
        ),
      ],
      on: [turn(step.say('back'), step.stop('end_turn'))],
    });
    const ended = session.send(textDraft('keep me'));
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    const notice = session.conversation.transcript.entries.at(-1);
    expect(JSON.stringify(notice)).toContain('no licence found');
    expect(JSON.stringify(notice)).toContain('exit code 3');
    expect(session.conversation.state.queue).toHaveLength(1);
    await sessions.restart(session);
    expect(await ended).toBe('end_turn');
    expect(outline(session)).toContain('agent: back');
  });

  it('ends the turn and keeps its output when the agent dies', async () => {
    const { session } = await fixture.play({
      on: [turn(step.say('half a'), step.sleep(50), { do: 'signal', signal: 'SIGKILL' })],
    });
    expect(await session.send(textDraft('hi'))).toBe('failed');
    await waitUntil(() => outline(session).some(line => line.includes('SIGKILL')));
    expect(outline(session)).toContain('agent: half a');
  });

  it('can be stopped while the agent does not answer initialize', async () => {
    const { session } = await fixture.play({ on: [on('initialize', step.ignore)] });
    expect(session.conversation.state.status.kind).toBe('starting');
    session.cancel();
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    expect(outline(session)[0]).toContain('was stopped');
  });

  it('keeps the output of a failed turn and offers a retry', async () => {
    const { session } = await fixture.play({
      on: [turn(step.say('I was'), step.fail({ code: -32603, message: 'Model overloaded' }))],
    });
    expect(await session.send(textDraft('hi'))).toBe('failed');
    expect(outline(session)).toContain('agent: I was');
    const notice = session.conversation.transcript.entries.find(({ kind }) => kind === 'notice');
    expect(notice).toMatchObject({ actions: ['retry'] });
    expect(JSON.stringify(notice)).toContain('Model overloaded');
    expect(session.conversation.state.status.kind).toBe('idle');
  });
});

describe('stopping a turn', () => {
  it('answers every open permission request as cancelled, marks the tool calls, and ends as cancelled', async () => {
    const { session, agent } = await fixture.play({
      on: [
        {
          ...turn(
            step.toolCall('t1', { title: 'Edit', status: 'in_progress' }),
            step.parallel(
              step.permission({ toolCallId: 't1' }),
              step.permission({ toolCallId: 't2', title: 'Other' }),
            ),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(
      () => outline(session).filter(line => line.startsWith('permission')).length === 2,
    );
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(outline(session)).toContain('tool: Edit (cancelled)');
    expect(outline(session).filter(line => line.endsWith('(cancelled)'))).toHaveLength(3);
    expect(await agent.received('session/cancel')).toHaveLength(1);
  });

  it('shows the status of a tool call that finishes late', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.toolCall('t', { title: 'Run', status: 'in_progress' }),
          { do: 'waitForCancel' },
          step.toolUpdate('t', { status: 'completed' }),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('tool: Run (in_progress)'));
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(outline(session)).toContain('tool: Run (completed)');
  });
});

describe('a permission request', () => {
  it('waits for the user and is answered with the selected option', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          ...step.permission(
            { toolCallId: 't', title: 'rm -rf', rawInput: { command: 'rm -rf build' } },
            {
              allow: [step.say('allowed')],
              reject: [step.say('rejected')],
            },
          ),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    expect(entry).toMatchObject({ command: 'rm -rf build', title: 'rm -rf' });
    session.answerPermission(entry?.id ?? '', 'not offered');
    expect(session.pendingRequestCount).toBe(1);
    session.answerPermission(entry?.id ?? '', 'reject');
    await ended;
    expect(outline(session)).toContain('agent: rejected');
    expect(session.pendingRequestCount).toBe(0);
  });

  it('rejected with a reason makes the reason the next prompt', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          ...step.permission({ toolCallId: 't', title: 'rm -rf' }, { allow: [], reject: [] }),
          step.stop('end_turn'),
        ),
      ],
    });
    void session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const asked = (): readonly Entry[] =>
      session.conversation.transcript.entries.filter(({ kind }) => kind === 'permission');
    session.answerPermission(asked()[0]?.id ?? '', 'reject', textDraft('Use the bin instead'));
    await waitUntil(() => asked().length === 2);
    const [, next] = await agent.received('session/prompt');
    expect(next?.params).toMatchObject({ prompt: [{ text: 'Use the bin instead' }] });
    session.cancel();
  });

  it('accepts an option of an unknown kind', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          ...step.permission({ toolCallId: 't', title: 'Odd' }, { odd: [step.say('odd it is')] }, [
            { optionId: 'odd', name: 'Odd', kind: 'maybe_later' },
          ]),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    session.answerPermission(entry?.id ?? '', 'odd');
    await ended;
    expect(outline(session)).toContain('agent: odd it is');
  });
});
