import { describe, expect, it } from 'vitest';
import { DEADLINES } from '../../src/agent/connection/deadlines.ts';
import type { Json, Step } from '../fakes/scenario.ts';
import { waitUntilIdle, statusKind, outline, textDraft } from '../fakes/sessionFixture.ts';
import { useSessionFixture } from '../fakes/useSessionFixture.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { on, step, turn, turnFor } from '../fakes/step.ts';

const fixture = useSessionFixture();

const MIB = 1024 * 1024;
/** Shortens only the deadline that is tested, because the others are needed on a busy machine. */
const short = (name: keyof typeof DEADLINES) => ({ ...DEADLINES, [name]: 400 });
const big = (count: number, item: (n: number) => Json) =>
  Array.from({ length: count }, (_, n) => item(n));

describe('PR-01: other output on stdout', () => {
  it.each([500, 5_000, 200_000])(
    '%i lines of it from an agent that does not read block nothing, and are not answered',
    async times => {
      const { session, sessions, agent } = await fixture.play({
        on: [
          turn(
            step.stopReading,
            step.stdout({ text: 'npm warn deprecated $i ░▒▓ {not json}\n', times }),
            step.say('heard'),
            step.readAgain,
            step.stop('end_turn'),
          ),
        ],
      });
      const logLines: string[] = [];
      sessions.onDidLog(({ line }) => logLines.push(line));
      await session.send(textDraft('hi'));
      expect(outline(session)).toEqual(['user: hi', 'agent: heard', 'end: end_turn']);
      expect(await agent.noted('notJson')).toEqual([]);
      expect((await agent.log()).filter(entry => JSON.stringify(entry).includes('-32700'))).toEqual(
        [],
      );
      expect(logLines.length).toBeGreaterThanOrEqual(Math.min(times, 1_000));
      expect(logLines.length).toBeLessThan(1_010);
    },
    60_000,
  );
});

describe('PR-02: an agent that stops in the middle of a message', () => {
  it.each([
    ['half a line', [step.stdout({ text: '{"jsonrpc":"2.0","method":"session/upd' })]],
    ['half a character', [step.stdout({ hex: '7b22c3' })]],
  ] as readonly [string, readonly Step[]][])(
    'with %s ends its turn as failed, and its words stay',
    async (_what, steps) => {
      const { session } = await fixture.play({
        on: [turn(step.say('I was'), ...steps, { do: 'exit', code: 1 })],
      });
      expect(await session.send(textDraft('hi'))).toBe('failed');
      expect(outline(session)).toContain('agent: I was');
      await waitUntil(() => outline(session).some(line => line.includes('exit code 1')));
    },
  );

  it('is still understood if its last line is complete', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.stdout({
            text: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"last words"}}}}',
          }),
          { do: 'exit', code: 1 },
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toContain('agent: last words');
  });
});

describe('PR-03: a message that is too long', () => {
  it.each([33, 100])(
    'of %i MiB ends the connection with a reason, keeps what was said, and the session goes on',
    async mebibytes => {
      const { session } = await fixture.play({
        capabilities: { sessionCapabilities: { resume: {} } },
        on: [
          turnFor(
            'flood',
            step.say('here it comes'),
            step.stdout({ text: 'x'.repeat(1024), times: mebibytes * 1024 }),
          ),
          turn(step.say('back'), step.stop('end_turn')),
        ],
      });
      const before = process.memoryUsage().rss;
      expect(await session.send(textDraft('flood'))).toBe('failed');
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
      await waitUntilIdle(session);
      expect(outline(session)).toContain('agent: here it comes');
      expect(outline(session).some(line => line.includes('larger than 32 MiB'))).toBe(true);
      expect(await session.send(textDraft('again'))).toBe('end_turn');
    },
    60_000,
  );

  it('is accepted up to 31 MiB', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.stdout(
            {
              text: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"',
            },
            { text: 'x'.repeat(1024), times: 31 * 1024 },
            { text: '"}}}}\n' },
          ),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)[1]?.length).toBe(31 * MIB + 'agent: '.length);
  }, 60_000);
});

describe('PR-08: messages for an unknown session', () => {
  it('are not delivered: updates are dropped, requests fail, and other sessions continue', async () => {
    const stray = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'stray' },
    };
    const { session, sessions, agent } = await fixture.play({
      on: [
        turnFor(
          'stray',
          step.updateOf('session-77', stray),
          step.updateOf('', stray),
          step.updateOf('session-2', stray),
          step.call('session/request_permission', {
            sessionId: 'session-77',
            toolCall: { toolCallId: 't' },
            options: [],
          }),
          step.note('code', '${answer.error.code}'),
          step.call('elicitation/create', {
            sessionId: 'session-77',
            mode: 'form',
            message: 'm',
            requestedSchema: {},
          }),
          step.note('code', '${answer.error.code}'),
          step.say('mine'),
          step.stop('end_turn'),
        ),
      ],
    });
    const other = sessions.create('scripted');
    await waitUntilIdle(other);
    await session.send(textDraft('stray'));
    expect(outline(session)).toEqual(['user: stray', 'agent: mine', 'end: end_turn']);
    // An update that names another session of this agent goes there, whichever turn it was sent in.
    expect(outline(other)).toEqual(['agent: stray']);
    expect(await agent.noted('code')).toEqual([-32002, -32002]);
  });
});

describe('PR-09: requests that were not advertised or are unknown', () => {
  const METHODS = [
    'fs/read_text_file',
    'fs/write_text_file',
    'terminal/create',
    'terminal/output',
    'terminal/wait_for_exit',
    'terminal/kill',
    'terminal/release',
    'mcp/message',
    'proxy/initialize',
    'session/new',
    'initialize',
    '_x/y',
    '',
  ];

  it('are each answered with -32601, and the turn continues', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          ...METHODS.flatMap(method => [
            step.call(method, { path: '/etc/passwd', command: 'true', terminalId: 't' }),
            step.note('code', '${answer.error.code}'),
          ]),
          step.say('still here'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(await agent.noted('code')).toEqual(METHODS.map(() => -32601));
    expect(outline(session)).toContain('agent: still here');
  });

  it.each([
    { sessionUpdate: 'tool_call' },
    { sessionUpdate: 'tool_call', toolCallId: 5 },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'ok',
      title: {},
      kind: 'dance',
      status: 'asleep',
      content: [null, { type: 'diff' }, { type: 'hologram' }],
      locations: [{}, { path: 3 }],
    },
    { sessionUpdate: 'agent_message_chunk' },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'smell', strength: 3 } },
    { sessionUpdate: 'plan', entries: 'none' },
    { sessionUpdate: 'plan', entries: [{}, null, { content: 'ok', status: 'maybe' }] },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 7 }, { name: 'go' }],
    },
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'x', type: 'hologram' }] },
    { sessionUpdate: 'usage_update', used: 'much' },
    { sessionUpdate: 'session_info_update', title: 7 },
    { sessionUpdate: 'notice' },
    { sessionUpdate: 'compaction_update' },
    { sessionUpdate: 7 },
    {},
    null,
    'text',
    [],
  ] as readonly Json[])('never ends a turn: %o', async update => {
    const { session } = await fixture.play({
      on: [turn(step.update(update), step.say('still here'), step.stop('end_turn'))],
    });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session).some(line => line.endsWith('still here'))).toBe(true);
  });
});

describe('PR-10: huge structures', () => {
  it.each([
    [
      '10,000 plan entries',
      [
        step.plan(
          ...big(10_000, n => ({ content: `step ${n}`, priority: 'low', status: 'pending' })),
        ),
      ],
    ],
    [
      '10,000 tool calls',
      [
        step.update(
          { sessionUpdate: 'tool_call', toolCallId: 'call $i', title: 'Call $i' },
          { times: 10_000 },
        ),
      ],
    ],
    [
      '5,000 commands',
      [
        step.update({
          sessionUpdate: 'available_commands_update',
          availableCommands: big(5_000, n => ({ name: `c${n}`, description: '' })),
        }),
      ],
    ],
    [
      'a raw input 200,000 deep',
      [
        step.stdout(
          {
            text: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"deep","rawInput":',
          },
          { text: '[', times: 200_000 },
          { text: ']', times: 200_000 },
          { text: '}}}\n' },
        ),
      ],
    ],
    ['a title of 1 MB', [step.toolCall('t', { title: 'x'.repeat(1_000_000) })]],
    [
      'a permission request with 1,000 options',
      [
        step.call(
          'session/request_permission',
          {
            toolCall: {
              toolCallId: 't',
              title: 'x'.repeat(1_000_000),
              rawInput: { command: 'y'.repeat(1_000_000) },
            },
            options: big(1_000, n => ({ optionId: `${n}`, name: 'z', kind: 'allow_once' })),
          },
          { later: true, save: 'p' },
        ),
        step.cancelCall('p'),
        step.await('p'),
      ],
    ],
  ] as readonly [string, readonly Step[]][])(
    'such as %s are bounded, and can be copied and written down',
    async (_what, steps) => {
      const { session } = await fixture.play({
        on: [turn(...steps, step.say('after'), step.stop('end_turn'))],
      });
      expect(await session.send(textDraft('hi'))).toBe('end_turn');
      expect(outline(session)).toContain('agent: after');
      const { transcript, state } = session.conversation;
      expect(structuredClone(transcript.entries)).toEqual(transcript.entries);
      expect(JSON.stringify(transcript.entries).length).toBeLessThan(4 * MIB);
      expect(state.commands.length).toBeLessThanOrEqual(1_000);
    },
    60_000,
  );
});

describe('PR-11: an agent that does not answer', () => {
  it('during initialize causes a specific error, and its program is ended', async () => {
    // Enough time for the program to start and to be ended, even on a busy machine.
    const { session, agent } = await fixture.play(
      { on: [on('initialize', step.ignore)] },
      { deadlines: { ...DEADLINES, initializeMs: 3_000 } },
    );
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(outline(session)[0]).toMatch(/Scripted didn't respond within 3 seconds/);
    await agent.waitForNote('stdinEnded');
  });

  it('during session/new causes a specific error, and a late answer changes nothing', async () => {
    const { session, agent } = await fixture.play(
      {
        on: [on('session/new', step.waitForFile('late'), step.replyAsUsual, step.note('answered'))],
      },
      { deadlines: short('openMs') },
    );
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(outline(session)[0]).toMatch(/didn't open a session/);
    await fixture.write('late', '');
    await agent.waitForNote('answered');
    expect(statusKind(session)).toBe('stopped');
  });

  it('during a config option, a session list or a sign-out causes a specific error', async () => {
    const { session, sessions } = await fixture.play(
      {
        capabilities: { sessionCapabilities: { list: {} }, auth: { logout: {} } },
        modes: {
          currentModeId: 'a',
          availableModes: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'B' },
          ],
        },
        on: ['session/set_mode', 'session/list', 'logout'].map(method => on(method, step.ignore)),
      },
      { deadlines: short('controlMs') },
    );
    await waitUntilIdle(session);
    await session.setPicker('mode', 'b');
    expect(outline(session)[0]).toMatch(/didn't respond to the change of Mode/);
    expect(session.conversation.state.pickers).toMatchObject([{ value: 'a' }]);
    await expect(sessions.listOnAgent('scripted')).rejects.toThrow(/didn't respond/);
    await expect(sessions.signOut('scripted')).rejects.toThrow(/didn't respond/);
  });

  it('during a prompt can be stopped, together with its program', async () => {
    const { session } = await fixture.play({ on: [{ ...turn(step.ignore), onCancel: 'ignore' }] });
    await waitUntilIdle(session);
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'working');
    session.cancel();
    expect(statusKind(session)).toBe('stopping');
    await session.stopAgent();
    expect(await ended).toBe('cancelled');
    expect(statusKind(session)).toBe('stopped');
  });
});

describe('PR-13: an agent that does not read', () => {
  it('while we send 50 MB is reported, can be stopped, and the data is not copied', async () => {
    const { session } = await fixture.play(
      { on: [turnFor('first', step.stopReading, step.say('deaf'), step.stop('end_turn'))] },
      {
        deadlines: { ...DEADLINES, stallMs: 300 },
        promptBuilder: {
          build: draft =>
            Promise.resolve({
              blocks: JSON.stringify(draft).includes('big')
                ? [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(50 * MIB) }]
                : [{ type: 'text', text: 'first' }],
              notes: [],
            }),
        },
      },
    );
    await session.send(textDraft('first'));
    const before = process.memoryUsage().rss;
    const ended = session.send(textDraft('big'));
    await waitUntil(() => outline(session).some(line => line.includes("isn't responding")));
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MIB);
    session.cancel();
    await session.stopAgent();
    expect(await ended).toBe('cancelled');
  }, 60_000);

  it('because it closed its stdin is disconnected once, and is restarted', async () => {
    const { session, agent } = await fixture.play({
      ignoreEof: true,
      on: [
        turnFor('close', step.say('bye'), step.closeStdin, step.stop('end_turn')),
        turn(step.say('back'), step.stop('end_turn')),
      ],
    });
    await session.send(textDraft('close'));
    expect(await session.send(textDraft('there?'))).toBe('failed');
    await waitUntilIdle(session);
    expect(outline(session).filter(line => line.includes('closed its input'))).toHaveLength(1);
    expect(await session.send(textDraft('now?'))).toBe('end_turn');
    expect(await agent.noted('started')).toHaveLength(2);
  });

  it('still has its last output shown', async () => {
    const { session } = await fixture.play({
      on: [turn(step.say('my last words'), { do: 'exit', code: 0 })],
    });
    expect(await session.send(textDraft('hi'))).toBe('failed');
    expect(outline(session)).toContain('agent: my last words');
  });
});

describe('while one agent misbehaves', () => {
  it.each([
    ['prints 100,000 lines of noise', [step.stdout({ text: 'noise\n', times: 100_000 })]],
    ['burns its processor', [step.burn(300)]],
    [
      'sends 10,000 updates that nobody knows',
      [step.update({ sessionUpdate: 'x' }, { times: 10_000 })],
    ],
    ['dies', [{ do: 'signal', signal: 'SIGKILL' }]],
  ] as readonly [string, readonly Step[]][])(
    'and %s, another finishes its turn',
    async (_what, steps) => {
      const bad = await fixture.play({ on: [turn(...steps, step.stop('end_turn'))] });
      const good = await fixture.play({ on: [turn(step.say('fine'), step.stop('end_turn'))] });
      await Promise.all([waitUntilIdle(bad.session), waitUntilIdle(good.session)]);
      const both = Promise.all([
        bad.session.send(textDraft('go')),
        good.session.send(textDraft('go')),
      ]);
      expect((await both)[1]).toBe('end_turn');
      expect(outline(good.session)).toEqual(['user: go', 'agent: fine', 'end: end_turn']);
    },
  );
});
