import { expect } from 'vitest';
import type { Json, Step } from '../../fakes/scenario.ts';
import { outline, statusKind } from '../../fakes/sessionFixture.ts';
import { on, PERMISSION_OPTIONS, step, turn } from '../../fakes/step.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import type { FaultClient } from '../client/faultClient.ts';
import type { FaultScenario } from '../client/faultScenario.ts';

const END = step.stop('end_turn');
const MIB = 1024 * 1024;

/** An agent that misbehaves during its turn and then continues. */
const misbehaving = (...steps: readonly Step[]): FaultScenario['agent'] => ({
  on: [turn(...steps, step.say('still here'), END)],
});

const goesOn = ({ faulty }: FaultClient): void =>
  expect(outline(faulty).some(line => line.endsWith('still here'))).toBe(true);

/** Stops the turn as soon as the agent has sent a message. */
async function stopTurn({ faulty }: FaultClient): Promise<void> {
  await waitUntil(() => outline(faulty).includes('agent: working'));
  faulty.cancel();
}

const chunk = (text: string): Json => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: {
    sessionId: 'session-1',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  },
});

const SHAPES: readonly Json[] = [
  [],
  [chunk('batch')],
  null,
  7,
  'text',
  {},
  { jsonrpc: '1.0', method: 'x' },
  { jsonrpc: '2.0', id: {}, method: 'x' },
  { jsonrpc: '2.0', id: 1, result: 1, error: { code: 1, message: 'm' } },
  { jsonrpc: '2.0', id: 4711, result: {} },
  { jsonrpc: '2.0', method: 'session/update', params: null },
  { constructor: { prototype: { polluted: 1 } } },
];

export const protocolScenarios: readonly FaultScenario[] = [
  {
    row: 'PR-01',
    input: '5,000 lines that are not messages, from an agent that does not read',
    agent: misbehaving(
      step.stopReading,
      step.stdout({ text: 'npm warn deprecated $i ░▒▓ {not json}\n', times: 5_000 }),
      step.readAgain,
    ),
    check: goesOn,
    isShort: true,
  },
  {
    row: 'PR-02',
    input: 'half a message, then the end',
    agent: {
      on: [
        turn(step.say('I was'), step.stdout({ text: '{"jsonrpc":"2.0","met' }), {
          do: 'exit',
          code: 1,
        }),
      ],
    },
    tells: /exit code 1/,
  },
  {
    row: 'PR-03',
    input: 'a message of 33 MiB without an end',
    agent: {
      on: [turn(step.say('here'), step.stdout({ text: 'x'.repeat(1024), times: 33 * 1024 }))],
    },
    tells: /larger than 32 MiB/,
  },
  {
    row: 'PR-04',
    input: 'bytes that are not UTF-8 in a message and in a write',
    agent: misbehaving(
      step.stdout(
        {
          text: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"',
        },
        { hex: 'fffec0afedA080' },
        { text: '"}}}}\n' },
      ),
      step.stdout(
        {
          text: '{"jsonrpc":"2.0","id":77,"method":"fs/write_text_file","params":{"sessionId":"session-1","path":"${cwd}/a.txt","content":"',
        },
        { hex: 'c328' },
        { text: '"}}\n' },
      ),
    ),
    check: goesOn,
  },
  {
    row: 'PR-05',
    input: 'JSON that is no message, twelve shapes',
    agent: misbehaving(...SHAPES.map(shape => step.message(shape))),
    check: client => {
      goesOn(client);
      expect('polluted' in {}).toBe(false);
    },
    isShort: true,
  },
  {
    row: 'PR-06',
    input: 'answers to requests that nobody sent, and two requests with the same id',
    agent: misbehaving(
      ...[0, 1, 2, 3, '0', '3', 0.5, -1, 1e15, null].map(id =>
        step.message({ jsonrpc: '2.0', id, result: { stopReason: 'refusal' } }),
      ),
      ...['a', 'b'].map(toolCallId =>
        step.message({
          jsonrpc: '2.0',
          id: 'same',
          method: 'session/request_permission',
          params: { sessionId: 'session-1', toolCall: { toolCallId }, options: PERMISSION_OPTIONS },
        }),
      ),
    ),
  },
  {
    row: 'PR-07',
    input: '20,000 updates and the answer in one write',
    agent: {
      on: [turn(step.oneWrite(step.say('word ', { times: 20_000 }), END))],
    },
    check: ({ faulty }) => {
      const words = outline(faulty).find(line => line.startsWith('agent: '));
      expect(words?.length).toBe('agent: '.length + 20_000 * 'word '.length);
    },
  },
  {
    row: 'PR-08',
    input: 'updates and requests for sessions of others',
    agent: misbehaving(
      step.updateOf('session-77', { sessionUpdate: 'agent_message_chunk', content: {} }),
      step.updateOf('__proto__', { sessionUpdate: 'plan', entries: [] }),
      step.call('fs/write_text_file', {
        sessionId: 'session-2',
        path: '${cwd}/a.txt',
        content: '',
      }),
      step.call('terminal/create', { sessionId: 'session-77', command: 'touch', args: ['x'] }),
    ),
    check: goesOn,
  },
  {
    row: 'PR-09',
    input: 'unknown methods, updates and contents',
    agent: misbehaving(
      ...['session/new', 'initialize', 'mcp/message', '_x/y', ''].map(method => step.call(method)),
      ...[{}, null, 'text', { sessionUpdate: 7 }, { sessionUpdate: 'tool_call' }].map(update =>
        step.update(update),
      ),
      step.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'smell' } }),
    ),
    check: goesOn,
  },
  {
    row: 'PR-10',
    input: 'a plan of 10,000 entries, a title of 1 MB and an input that is 100,000 levels deep',
    agent: misbehaving(
      step.plan(...Array.from({ length: 10_000 }, (_, n) => ({ content: `step ${n}` }))),
      step.toolCall('t', { title: 'x'.repeat(1_000_000) }),
      step.stdout(
        {
          text: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"session-1","update":{"sessionUpdate":"tool_call","toolCallId":"d","title":"deep","rawInput":',
        },
        { text: '[', times: 100_000 },
        { text: ']', times: 100_000 },
        { text: '}}}\n' },
      ),
    ),
    check: client => {
      goesOn(client);
      expect(JSON.stringify(client.entries).length).toBeLessThan(4 * MIB);
    },
  },
  {
    row: 'PR-11',
    input: 'no answer to the prompt, nor to Stop',
    agent: { on: [{ ...turn(step.say('working'), step.ignore), onCancel: 'ignore' }] },
    user: async client => {
      await stopTurn(client);
      expect(statusKind(client.faulty)).toBe('stopping');
      await client.faulty.stopAgent();
    },
    isShort: true,
  },
  {
    row: 'PR-12',
    input: 'Stop, twice, while a question is open, and more updates after it',
    answer: 'nothing',
    agent: {
      on: [
        turn(
          step.call(
            'session/request_permission',
            { toolCall: { toolCallId: 't' }, options: [] },
            { later: true, save: 'asked' },
          ),
          step.say('working'),
          step.waitForCancel,
          step.say(' late', { times: 50 }),
          step.await('asked'),
          step.stop('cancelled'),
        ),
      ],
    },
    user: async client => {
      await stopTurn(client);
      client.faulty.cancel();
    },
  },
  {
    row: 'PR-13',
    input: 'an agent that closes its input',
    agent: {
      ignoreEof: true,
      on: [turn(step.say('working'), step.closeStdin, step.call('x'), step.ignore)],
    },
    tells: /closed its input/,
  },
  {
    row: 'PR-11',
    input: 'no answer to initialize',
    agent: { on: [on('initialize', step.ignore)] },
    deadlines: { initializeMs: 1_500 },
    tells: /didn't respond within/,
  },
];
