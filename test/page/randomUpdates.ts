import type { SessionUpdate } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { png } from './sample.ts';

/** Parts of Markdown whose meaning depends on the text around them. */
const PIECES = [
  ['word ', 'two words', '\n', '\n\n', '  \n', 'a\r\nb', '\t', '\\', '&amp;', 'שלום', '😀'],
  ['# Title\n', '---\n', '===\n', '> quote\n', '>', '    indented\n', '<b>html</b>'],
  ['- item\n', '  - nested\n', '- [x] done\n', '* ', '1. one\n', '2', '. two\n'],
  ['**bold', '**', '`code', '`', '```ts\n', '```\n', '~~~\n'],
  ['| a | b |\n', '|---|--:|\n', '| 1 | 2 |\n'],
  ['[link](src/a.ts#L3)', '[ref]', '[ref]: https://example.com\n', 'https://example.com/x'],
  ['![picture](https://example.com/a.png)'],
].flat();

/** Terminal output, with the ends of sequences and lines. */
const OUTPUT = ['out\r\n', '\u001b[31mred', '\u001b[0m', '\r50%', '\u001b[2K', '\b\b', '\u001b[1A'];

const RARE: readonly SessionUpdate[] = [
  said('agent_message_chunk', 'of message one', 'm1'),
  said('agent_message_chunk', '\n\n```js\nlet a;\n', 'm2'),
  said('user_message_chunk', 'Do **this**'),
  said('user_message_chunk', '\nand that'),
  {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'image', mimeType: 'image/png', data: png },
  },
  { sessionUpdate: 'notice', severity: 'warning', title: 'Beware', description: 'of *this*' },
];

const piece = fc.constantFrom(...PIECES);
const toolCallId = fc.nat(4).map(id => `c${id}`);

const call = fc.record({
  sessionUpdate: fc.constant('tool_call' as const),
  toolCallId,
  title: piece.map(about => `Call ${about}`),
  kind: fc.constantFrom('read' as const, 'execute' as const, 'edit' as const),
  status: fc.constant('in_progress' as const),
  locations: fc.constant(3).map(line => [{ path: '/home/me/a.ts', line }]),
});

const result = fc.record({
  sessionUpdate: fc.constant('tool_call_update' as const),
  toolCallId,
  status: fc.constantFrom('completed' as const, 'failed' as const, 'in_progress' as const),
  content: piece.map(text => [
    { type: 'content' as const, content: { type: 'text' as const, text } },
    {
      type: 'diff' as const,
      path: '/home/me/a.ts',
      oldText: 'one\ntwo\n',
      newText: `one\n${text}`,
    },
  ]),
});

const output = fc
  .record({ toolCallId, data: fc.constantFrom(...OUTPUT), ends: fc.boolean() })
  .map(({ toolCallId: id, data, ends }) => ({
    sessionUpdate: 'tool_call_update' as const,
    toolCallId: id,
    content: [{ type: 'terminal' as const, terminalId: `t-${id}` }],
    _meta: {
      terminal_info: { terminal_id: `t-${id}`, cwd: '/home/me' },
      terminal_output: { terminal_id: `t-${id}`, data },
      ...(ends ? { terminal_exit: { terminal_id: `t-${id}`, exit_code: 1, signal: null } } : {}),
    },
  }));

const plan = fc
  .array(fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const), {
    maxLength: 4,
  })
  .map(states => ({
    sessionUpdate: 'plan' as const,
    entries: states.map((status, at) => ({
      content: `Step ${at}`,
      priority: 'medium' as const,
      status,
    })),
  }));

/** Anything an agent may send during a turn, in any order; most of it is text, split anywhere. */
export const randomUpdate: fc.Arbitrary<SessionUpdate> = fc.oneof(
  { weight: 12, arbitrary: words('agent_message_chunk') },
  { weight: 2, arbitrary: words('agent_thought_chunk') },
  { weight: 2, arbitrary: call },
  { weight: 2, arbitrary: result },
  { weight: 2, arbitrary: output },
  { weight: 1, arbitrary: plan },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
);

type Speech = 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk';

function words(sessionUpdate: Speech): fc.Arbitrary<SessionUpdate> {
  return fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map(pieces => said(sessionUpdate, pieces.join('')));
}

function said(sessionUpdate: Speech, text: string, messageId?: string): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text }, ...(messageId && { messageId }) };
}
