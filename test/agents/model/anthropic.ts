import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';
import { pieces, type ModelApi, type ModelAnswer, type StreamEvent } from './modelRequest.ts';
import type { ConversationItem } from './script.ts';

/** Anthropic's Messages API. */
export const anthropic: ModelApi = {
  name: 'anthropic',
  matchesPath: path => path.endsWith('/messages'),
  parseRequest: body => ({
    tools: (asList(body['tools'], asRecord) ?? []).map(tool => ({
      name: asString(tool['name']) ?? '',
      schema: asRecord(tool['input_schema']),
    })),
    conversation: (asList(body['messages'], asRecord) ?? []).flatMap(said),
    answerSchema: asRecord(asRecord(asRecord(body['output_config'])?.['format'])?.['schema']),
    streams: body['stream'] === true,
  }),
  toEvents: answer => [
    typed({ type: 'message_start', message: message(answer, [], null) }),
    ...blockEvents(answer),
    ...(answer.kind === 'hang'
      ? []
      : [
          typed({
            type: 'message_delta',
            delta: { stop_reason: stopReason(answer), stop_sequence: null },
            usage: { output_tokens: 20 },
          }),
          typed({ type: 'message_stop' }),
        ]),
  ],
  toResponse: answer => message(answer, [block(answer)], stopReason(answer)),
};

function said(message_: JsonObject): readonly ConversationItem[] {
  if (message_['role'] === 'assistant') {
    const blocks = asList(message_['content'], asRecord) ?? [];
    return blocks.filter(({ type }) => type === 'tool_use').map(() => ({ by: 'call' }));
  }
  const plain = asString(message_['content']);
  const blocks = asList(message_['content'], asRecord) ?? [];
  const texts = blocks.flatMap(part => (part['type'] === 'text' ? [asString(part['text'])] : []));
  return [{ by: 'user', text: plain ?? texts.join('\n') }];
}

const typed = (data: JsonObject): StreamEvent => ({ event: asString(data['type']) ?? '', data });

function blockEvents(answer: ModelAnswer): readonly StreamEvent[] {
  const [empty, deltas] =
    answer.kind === 'call'
      ? [{ ...block(answer), input: {} }, pieces(JSON.stringify(answer.input)).map(inputDelta)]
      : [{ type: 'text', text: '' }, pieces(answer.text).map(textDelta)];
  return [
    typed({ type: 'content_block_start', index: 0, content_block: empty }),
    ...deltas.map(delta => typed({ type: 'content_block_delta', index: 0, delta })),
    ...(answer.kind === 'hang' ? [] : [typed({ type: 'content_block_stop', index: 0 })]),
  ];
}

const inputDelta = (partial_json: string): JsonObject => ({
  type: 'input_json_delta',
  partial_json,
});
const textDelta = (text: string): JsonObject => ({ type: 'text_delta', text });

const block = (answer: ModelAnswer): JsonObject =>
  answer.kind === 'call'
    ? { type: 'tool_use', id: `toolu_${answer.id}`, name: answer.name, input: answer.input }
    : { type: 'text', text: answer.text };

const stopReason = ({ kind }: ModelAnswer): string => (kind === 'call' ? 'tool_use' : 'end_turn');

const message = (
  { id }: ModelAnswer,
  content: readonly JsonObject[],
  stop_reason: string | null,
): JsonObject => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 1 },
});
