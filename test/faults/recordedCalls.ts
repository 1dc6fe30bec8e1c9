import type { AnyMessage } from '@agentclientprotocol/sdk';

const update = (sessionUpdate: string, fields: object): AnyMessage => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 'sess_1', update: { sessionUpdate, ...fields } },
});

/** Messages of agents in real turns, with characters that are damaged when bytes are split. */
export const recordedCalls: readonly AnyMessage[] = [
  update('agent_message_chunk', {
    content: { type: 'text', text: 'Grüße, 世界 👩‍👩‍👧 \u2028\n"quoted"' },
  }),
  update('agent_thought_chunk', {
    content: { type: 'text', text: 'thinking …' },
    messageId: 'm-1',
  }),
  update('tool_call', {
    toolCallId: 'call_1',
    title: 'Edit src/größe.ts',
    kind: 'edit',
    status: 'pending',
    content: [{ type: 'diff', path: '/w/größe.ts', oldText: null, newText: 'const ß = "😀";\r\n' }],
    locations: [{ path: '/w/größe.ts', line: 3 }],
    rawInput: { command: 'sed -i s/a/b/ größe.ts' },
  }),
  update('tool_call_update', {
    toolCallId: 'call_1',
    status: 'completed',
    _meta: { terminal_output: { terminal_id: 't', data: '\u001b[32mok\u001b[0m\n' } },
  }),
  update('plan', { entries: [{ content: 'Étape 1', priority: 'high', status: 'in_progress' }] }),
  update('available_commands_update', {
    availableCommands: [{ name: 'mcp:x:y', description: '' }],
  }),
  update('usage_update', { used: 12_345, size: 200_000, cost: { amount: 0.12, currency: 'USD' } }),
  {
    jsonrpc: '2.0',
    id: 3,
    method: 'session/request_permission',
    params: {
      sessionId: 'sess_1',
      toolCall: { toolCallId: 'call_1' },
      options: [{ optionId: 'allow-once', name: 'Ja 👍', kind: 'allow_once' }],
    },
  },
];
