import type { AnyMessage } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Version2Translator } from '../../../../src/agent/version2/version2Translator.ts';

const KINDS = [
  'user_message',
  'agent_message_chunk',
  'state_update',
  'tool_call_update',
  'tool_call_content_chunk',
  'terminal_update',
  'terminal_output_chunk',
  'config_option_update',
  'plan_update',
];

/** An update of a known kind, with random values in the fields that version 2 has. */
const updates = fc.record({
  sessionUpdate: fc.constantFrom(...KINDS),
  ...Object.fromEntries(
    [
      'messageId',
      'toolCallId',
      'terminalId',
      'state',
      'stopReason',
      'error',
      'content',
      'locations',
      'status',
      'capabilities',
      'output',
      'exitStatus',
      'data',
      'configOptions',
      '_meta',
    ].map(name => [name, fc.jsonValue({ maxDepth: 3 })]),
  ),
});

const notification = (update: unknown): AnyMessage => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update },
});

describe('the translation of version 2', () => {
  it('never throws, whatever an agent sends', () => {
    const translator = new Version2Translator(() => {});
    translator.toAgent({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: {} });
    fc.assert(
      fc.property(updates, fc.jsonValue({ maxDepth: 3 }), (update, params) => {
        translator.fromAgent(notification(update));
        translator.fromAgent({
          jsonrpc: '2.0',
          id: 7,
          method: 'session/request_permission',
          params,
        });
        translator.fromAgent({ jsonrpc: '2.0', id: 1, result: params });
      }),
    );
  });

  it('answers an update that comes as a request once, and shows it once', () => {
    const translator = new Version2Translator(() => {});
    const update = {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: 'Hi' },
    };
    expect(translator.fromAgent({ ...notification(update), id: 3 })).toEqual([
      notification(update),
      { jsonrpc: '2.0', id: 3, method: 'session/update', params: {} },
    ]);
  });
});
