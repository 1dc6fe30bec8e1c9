import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';
import { pieces, type ModelApi, type ModelAnswer } from './modelRequest.ts';
import type { ConversationItem } from './script.ts';

/** Gemini's `generateContent` API. */
export const gemini: ModelApi = {
  name: 'gemini',
  matchesPath: path => /:(?:stream)?generateContent$/i.test(path),
  parseRequest: (body, path) => {
    const config = asRecord(body['generationConfig']) ?? {};
    return {
      tools: (asList(body['tools'], asRecord) ?? []).flatMap(declared),
      conversation: (asList(body['contents'], asRecord) ?? []).flatMap(said),
      answerSchema: asRecord(config['responseJsonSchema']) ?? asRecord(config['responseSchema']),
      streams: path.includes(':stream'),
    };
  },
  toEvents: answer => [
    ...(answer.kind === 'call' ? [] : pieces(answer.text)).map(text => ({
      data: candidates([{ text }]),
    })),
    ...(answer.kind === 'hang'
      ? []
      : [{ data: candidates(answer.kind === 'call' ? [part(answer)] : [{ text: '' }], 'STOP') }]),
  ],
  toResponse: answer => candidates([part(answer)], 'STOP'),
};

const declared = (tools: JsonObject): readonly { name: string; schema: JsonObject | undefined }[] =>
  (asList(tools['functionDeclarations'], asRecord) ?? []).map(tool => ({
    name: asString(tool['name']) ?? '',
    schema: asRecord(tool['parametersJsonSchema']) ?? asRecord(tool['parameters']),
  }));

function said(content: JsonObject): readonly ConversationItem[] {
  const parts = asList(content['parts'], asRecord) ?? [];
  if (content['role'] === 'model') {
    return parts
      .filter(({ functionCall }) => functionCall !== undefined)
      .map(() => ({ by: 'call' }));
  }
  return [{ by: 'user', text: parts.map(({ text }) => asString(text) ?? '').join('\n') }];
}

const part = (answer: ModelAnswer): JsonObject =>
  answer.kind === 'call'
    ? { functionCall: { id: answer.id, name: answer.name, args: answer.input } }
    : { text: answer.text };

const candidates = (parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
  candidates: [
    {
      index: 0,
      content: { role: 'model', parts },
      ...(finishReason === undefined ? {} : { finishReason }),
    },
  ],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  modelVersion: 'scripted',
});
