import type { AnyMessage } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asList, asRecord, asString, type JsonObject } from '../../../../src/core/json.ts';
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

/** The updates that the session gets for those of the agent. */
function translate(sent: readonly JsonObject[]): readonly JsonObject[] {
  const translator = new Version2Translator(() => {});
  return sent
    .flatMap(update => translator.fromAgent(notification(update)))
    .map(message => asRecord(asRecord(asRecord(message)?.['params'])?.['update']) ?? {});
}

/** Adds an item to the content of a tool call. */
const chunk = (text: string) => ({
  sessionUpdate: 'tool_call_content_chunk',
  toolCallId: 'c',
  content: { type: 'content', content: { type: 'text', text } },
});

const toBase64 = (bytes: Buffer) => bytes.toString('base64');

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

  it('passes on the growing content of a tool call without repeating all of it each time', () => {
    const chunks = Array.from({ length: 4_000 }, (_, index) => chunk(String(index)));
    const content = chunks.map(({ content: item }) => item);
    const shown = translate([...chunks, { sessionUpdate: 'state_update', state: 'idle' }]);
    const sizes = shown.map(update => asList(update['content'], item => item)?.length ?? 0);
    expect(sizes.slice(0, 100)).toEqual(sizes.slice(0, 100).map((_, index) => index + 1));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    expect(shown.at(-1)?.['content']).toEqual(content);
  });

  it('completes the content of a tool call with its next update', () => {
    const big = chunk('a'.repeat(100_000));
    const before = [big, chunk('1'), chunk('2')];
    const end = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' };
    const shown = translate([...before, end, { sessionUpdate: 'state_update', state: 'idle' }]);
    const content = before.map(({ content: item }) => item);
    expect(shown.slice(1)).toEqual([{ ...end, content }]);
    const replaced = { ...end, content: [chunk('3').content] };
    expect(translate([...before, replaced]).slice(1)).toEqual([replaced]);
  });

  it('reads all output of a terminal as it is, whatever piece of it came before', () => {
    const all = Buffer.from('aä');
    const shown = translate([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        content: [{ type: 'terminal', terminalId: 't' }],
      },
      {
        sessionUpdate: 'terminal_output_chunk',
        terminalId: 't',
        data: toBase64(all.subarray(0, 2)),
      },
      { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: toBase64(all) } },
      {
        sessionUpdate: 'terminal_output_chunk',
        terminalId: 't',
        data: toBase64(Buffer.from('ö')),
      },
    ]);
    const output = shown
      .map(({ _meta }) => asRecord(asRecord(_meta)?.['terminal_output'])?.['data'])
      .map(data => asString(data) ?? '')
      .join('');
    expect(output).toBe('aäö');
  });
});
