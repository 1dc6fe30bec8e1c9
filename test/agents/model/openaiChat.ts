import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';
import { pieces, type ModelApi, type ModelAnswer, type StreamEvent } from './modelRequest.ts';
import type { ConversationItem } from './script.ts';
import { textOf } from './textOf.ts';

/** OpenAI's Chat Completions API. */
export const openaiChat: ModelApi = {
  name: 'openai chat',
  matchesPath: path => path.endsWith('/chat/completions'),
  parseRequest: body => ({
    tools: (asList(body['tools'], asRecord) ?? []).map(tool => {
      const own = asRecord(tool['function']) ?? {};
      return { name: asString(own['name']) ?? '', schema: asRecord(own['parameters']) };
    }),
    conversation: (asList(body['messages'], asRecord) ?? []).flatMap(said),
    answerSchema: asRecord(
      asRecord(asRecord(body['response_format'])?.['json_schema'])?.['schema'],
    ),
    streams: body['stream'] === true,
  }),
  toEvents: answer => [
    ...deltas(answer).map(delta => chunk(answer, delta)),
    ...(answer.kind === 'hang'
      ? []
      : [
          chunk(answer, {}, finishReason(answer)),
          { data: { ...frame(answer, 'chat.completion.chunk'), choices: [], usage } },
          { data: '[DONE]' },
        ]),
  ],
  toResponse: answer => ({
    ...frame(answer, 'chat.completion'),
    choices: [{ index: 0, message: message(answer), finish_reason: finishReason(answer) }],
    usage,
  }),
};

function said(message_: JsonObject): readonly ConversationItem[] {
  switch (message_['role']) {
    case 'assistant':
      return (asList(message_['tool_calls'], asRecord) ?? []).map(() => ({ by: 'call' }));
    case 'user':
      return [{ by: 'user', text: textOf(message_['content']) }];
    default:
      return [];
  }
}

const deltas = (answer: ModelAnswer): readonly JsonObject[] => [
  { role: 'assistant', content: '' },
  ...(answer.kind === 'call'
    ? [
        callPart({
          id: answer.id,
          type: 'function',
          function: { name: answer.name, arguments: '' },
        }),
        ...pieces(JSON.stringify(answer.input)).map(part =>
          callPart({ function: { arguments: part } }),
        ),
      ]
    : pieces(answer.text).map(content => ({ content }))),
];

const callPart = (call: JsonObject): JsonObject => ({ tool_calls: [{ index: 0, ...call }] });

const message = (answer: ModelAnswer): JsonObject =>
  answer.kind === 'call'
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: answer.id,
            type: 'function',
            function: { name: answer.name, arguments: JSON.stringify(answer.input) },
          },
        ],
      }
    : { role: 'assistant', content: answer.text };

const chunk = (
  answer: ModelAnswer,
  delta: JsonObject,
  finish_reason: string | null = null,
): StreamEvent => ({
  data: {
    ...frame(answer, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason }],
  },
});

const frame = ({ id }: ModelAnswer, object: string): JsonObject => ({
  id: `chatcmpl-${id}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model: 'scripted',
});

const finishReason = ({ kind }: ModelAnswer): string => (kind === 'call' ? 'tool_calls' : 'stop');

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
