import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';
import {
  pieces,
  type ModelApi,
  type ModelAnswer,
  type OfferedTool,
  type StreamEvent,
} from './modelRequest.ts';
import type { ConversationItem } from './script.ts';
import { textOf } from './textOf.ts';

/** OpenAI's Responses API. */
export const openaiResponses: ModelApi = {
  name: 'openai responses',
  matchesPath: path => path.endsWith('/responses'),
  parseRequest: body => ({
    tools: (asList(body['tools'], asRecord) ?? []).flatMap(tool => toolsIn(tool)),
    conversation: (asList(body['input'], asRecord) ?? []).flatMap(said),
    answerSchema: asRecord(asRecord(asRecord(body['text'])?.['format'])?.['schema']),
    streams: body['stream'] === true,
  }),
  toEvents: answer => [
    typed({ type: 'response.created', response: response([]) }),
    typed({ type: 'response.output_item.added', output_index: 0, item: item(answer, '') }),
    ...textEvents(answer),
    ...(answer.kind === 'hang'
      ? []
      : [
          typed({ type: 'response.output_item.done', output_index: 0, item: item(answer) }),
          typed({ type: 'response.completed', response: response([item(answer)]) }),
        ]),
  ],
  toResponse: answer => response([item(answer)]),
};

/** Codex groups the tools of an MCP server in a namespace. */
function toolsIn(tool: JsonObject, namespace?: string): readonly OfferedTool[] {
  const name = asString(tool['name']);
  if (name === undefined) {
    return [];
  }
  const grouped = asList(tool['tools'], asRecord);
  return grouped
    ? grouped.flatMap(one => toolsIn(one, name))
    : [{ name, schema: asRecord(tool['parameters']), ...(namespace ? { namespace } : {}) }];
}

const CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);

function said(item_: JsonObject): readonly ConversationItem[] {
  if (CALLS.has(asString(item_['type']) ?? '')) {
    return [{ by: 'call' }];
  }
  return item_['role'] === 'user' ? [{ by: 'user', text: textOf(item_['content']) }] : [];
}

function textEvents(answer: ModelAnswer): readonly StreamEvent[] {
  const position = { item_id: itemId(answer), output_index: 0, content_index: 0 };
  return answer.kind === 'call'
    ? []
    : pieces(answer.text).map(delta =>
        typed({ type: 'response.output_text.delta', ...position, delta }),
      );
}

const itemId = ({ id }: ModelAnswer): string => `item_${id}`;

function item(answer: ModelAnswer, text?: string): JsonObject {
  if (answer.kind !== 'call') {
    const content = [{ type: 'output_text', text: text ?? answer.text, annotations: [] }];
    return { type: 'message', id: itemId(answer), role: 'assistant', status: 'completed', content };
  }
  const { id: call_id, name, namespace, input } = answer;
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: itemId(answer), call_id, name, input, status: 'completed' }
    : {
        type: 'function_call',
        id: itemId(answer),
        call_id,
        name,
        ...(namespace === undefined ? {} : { namespace }),
        arguments: JSON.stringify(input),
        status: 'completed',
      };
}

const response = (output: readonly JsonObject[]): JsonObject => ({
  id: 'resp_scripted',
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  model: 'scripted',
  status: output.length > 0 ? 'completed' : 'in_progress',
  output,
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  },
});

const typed = (data: JsonObject): StreamEvent => ({ event: asString(data['type']) ?? '', data });
