import { describe, expect, it } from 'vitest';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { PERMISSION_OPTIONS, on, step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import {
  call,
  idle,
  lastTool,
  playVersion2,
  say,
  update,
  work,
  type Fields,
} from './version2Agent.ts';

const fixture = useSessionFixture();

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

const whole = (text: string) =>
  update('agent_message', { messageId: 'm', content: [{ type: 'text', text }] });
const terminal = (fields: Fields) => update('terminal_update', { terminalId: 'term', ...fields });
const chunk = (data: string) => update('terminal_output_chunk', { terminalId: 'term', data });

describe('an update in version 2 of the protocol', () => {
  it('appends what is new in a message that is sent as a whole, and keeps one that is replaced', async () => {
    const { session } = await playVersion2(fixture, [
      work(
        say('One'),
        whole('One two'),
        whole('One two'),
        update('agent_message', { messageId: 'm' }),
        whole('Another'),
        say(' one'),
        update('agent_thought', { messageId: 't', content: [{ type: 'text', text: 'Hm' }] }),
        update('agent_message', { messageId: 'n', content: [] }),
        say('Last', 'n'),
        update('_vendor_update', { any: 1 }),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(outline(session)).toEqual([
      'user: hi',
      'agent: One two',
      'agent: Another one',
      'thought: Hm',
      'agent: Last',
      'end: end_turn',
    ]);
  });

  it('shows tool calls, whose content can grow, with a diff for each hunk of a patch', async () => {
    const patch = [
      'diff --git a/work/a.ts b/work/a.ts',
      '--- a/work/a.ts',
      '+++ b/work/a.ts',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+2',
      '@@ -9,1 +9,2 @@',
      ' nine',
      '+ten',
      '\\ No newline at end of file',
      '',
    ].join('\n');
    const { session } = await playVersion2(fixture, [
      work(
        call('c', { name: 'edit', kind: 'edit', status: 'paused', locations: [{ path: '/a' }] }),
        call('c', { title: 'Edit a.ts', status: 'in_progress', locations: null }),
        update('tool_call_content_chunk', {
          toolCallId: 'c',
          content: { type: 'content', content: { type: 'text', text: 'Editing' } },
        }),
        update('tool_call_content_chunk', {
          toolCallId: 'c',
          content: {
            type: 'diff',
            changes: [
              { operation: 'modify', path: '/work/a.ts' },
              { operation: 'move', oldPath: '/work/b.ts', path: '/work/c.ts' },
            ],
            patch: { format: 'git_patch', text: patch },
          },
        }),
        call('c', { status: 'completed' }),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(lastTool(session)).toMatchObject({
      title: 'Edit a.ts',
      toolKind: 'edit',
      status: 'completed',
      locations: [],
    });
    expect(lastTool(session)?.content).toEqual([
      { kind: 'block', block: { type: 'text', text: 'Editing' } },
      { kind: 'diff', path: '/work/a.ts', oldText: 'one\ntwo\n', newText: 'one\n2\n' },
      { kind: 'diff', path: '/work/a.ts', oldText: 'nine\n', newText: 'nine\nten' },
      {
        kind: 'block',
        block: { type: 'text', text: 'Moved `` /work/b.ts `` to `` /work/c.ts ``' },
      },
    ]);
  });

  it('shows the terminals of the agent, also their output from before their tool call', async () => {
    const bytes = Buffer.from('ä');
    const { session } = await playVersion2(fixture, [
      work(
        terminal({ command: 'npm test', cwd: '/work' }),
        chunk(toBase64('one\n')),
        call('c', {
          title: 'Run tests',
          kind: 'execute',
          content: [{ type: 'terminal', terminalId: 'term' }],
        }),
        chunk(bytes.subarray(0, 1).toString('base64')),
        chunk(bytes.subarray(1).toString('base64')),
        terminal({ output: { data: toBase64('one\nä\ntwo') }, exitStatus: { exitCode: 3 } }),
        call('c', { status: 'failed' }),
      ),
    ]);
    await session.send(textDraft('hi'));
    expect(session.conversation.transcript.terminals.get('term')).toEqual({
      id: 'term',
      command: 'npm test',
      cwd: '/work',
      output: 'one\nä\ntwo',
      cut: false,
      exit: { code: 3, signal: null },
    });
    expect(lastTool(session)?.content).toEqual([{ kind: 'terminal', terminalId: 'term' }]);
  });

  it('stops a tool call and a terminal that the agent lets the user stop', async () => {
    const stoppable = { capabilities: { cancel: {} } };
    const { agent, session } = await playVersion2(fixture, [
      turn(
        step.reply({ messageId: 'prompt' }),
        update('terminal_update', { terminalId: 'term', command: 'sleep 9', ...stoppable }),
        call('c', {
          title: 'Sleep',
          content: [{ type: 'terminal', terminalId: 'term' }],
          ...stoppable,
        }),
        call('other', { title: 'Other' }),
        step.waitForFile('stopped'),
        call('c', { status: 'cancelled', capabilities: null }),
        idle(),
      ),
      on('tool_call/cancel', step.reply({})),
      on('terminal/cancel', step.fail({ code: -32_603, message: 'It has ended already' })),
    ]);
    const ended = session.send(textDraft('hi'));
    const { entries } = await waitUntil(() =>
      lastTool(session)?.title === 'Other' ? session.conversation.transcript : undefined,
    );
    entries.forEach(({ id }) => session.stopEntry(id));
    session.stopTerminal('term');
    session.stopTerminal('unknown');
    const asked = await agent.waitForReceived('tool_call/cancel');
    expect(asked.params).toEqual({ sessionId: 'session-1', toolCallId: 'c' });
    const askedAgain = await agent.waitForReceived('terminal/cancel');
    expect(askedAgain.params).toEqual({ sessionId: 'session-1', terminalId: 'term' });
    await waitUntil(() => outline(session).includes('notice: It has ended already'));
    await fixture.write('stopped', '');
    expect(await ended).toBe('end_turn');
    expect(await agent.received('tool_call/cancel')).toHaveLength(1);
    const stopped = session.conversation.transcript.entries.find(({ kind }) => kind === 'tool');
    expect(stopped).toMatchObject({ status: 'failed', canStop: false });
  });

  it.each([
    [
      'a tool call',
      {
        type: 'tool_call',
        toolCall: {
          toolCallId: 'c',
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'delete', path: '/a.ts' }],
            },
          ],
        },
      },
      { title: 'May I?', callId: 'c', text: 'Deleted `` /a.ts ``' },
    ],
    [
      'a command',
      { type: 'command', command: 'npm test', cwd: '/work' },
      { title: 'npm test', callId: 'permission-1', text: undefined },
    ],
    ['nothing else', null, { title: 'May I?', callId: 'permission-1', text: undefined }],
  ])('asks for permission about %s', async (_, subject, { title, callId, text }) => {
    const { agent, session } = await playVersion2(fixture, [
      work(
        step.call('session/request_permission', {
          sessionId: 'session-1',
          title: 'May I?',
          description: 'Because.',
          subject,
          options: PERMISSION_OPTIONS,
        }),
        step.note('answer', '${answer.result}'),
      ),
    ]);
    const ended = session.send(textDraft('hi'));
    const entry = await waitUntil(() =>
      session.conversation.transcript.entries.find(({ kind }) => kind === 'permission'),
    );
    expect(entry).toMatchObject({ title, callId });
    const texts = [text, 'Because.'].filter(part => part !== undefined).toSorted();
    expect(JSON.stringify(entry)).toContain('Because.');
    expect(
      entry.kind === 'permission' &&
        entry.content
          .map(part => (part.kind === 'block' && part.block.type === 'text' ? part.block.text : ''))
          .toSorted(),
    ).toEqual(texts);
    session.answerPermission(entry.id, 'allow');
    expect(await ended).toBe('end_turn');
    expect(await agent.noted('answer')).toEqual([
      { outcome: { outcome: 'selected', optionId: 'allow' } },
    ]);
  });
});
