import type { AnyMessage } from '@agentclientprotocol/sdk';
import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import { t } from '../../core/l10n.ts';

/** What a line of the agent's output turned out to be. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'message'; readonly message: AnyMessage; readonly damaged: boolean }
  /** Not for us: a banner, a log line, something that is no JSON-RPC. It is logged and never answered. */
  | { readonly kind: 'noise'; readonly text: string };

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Only an object that says it is JSON-RPC 2.0 is a message; the protocol has no batches. */
export function parseLine(bytes: Uint8Array): ParsedLine {
  const { text, damaged } = decoded(bytes);
  const trimmed = text.trim();
  if (trimmed === '') {
    return { kind: 'blank' };
  }
  const json = trimmed.startsWith('{') ? trimmed : trimmed.replace(SHOW, '');
  const value = json.startsWith('{') ? parsed(json) : undefined;
  const message = value && parseMessage(value);
  return message ? { kind: 'message', message, damaged } : { kind: 'noise', text };
}

/** Colours, cursor moves and titles, which some programs print before they know that nobody looks. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const SHOW = /^(?:\s|\u001b\[[0-?]{0,40}[@-~]|\u001b\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\))+/;

function decoded(bytes: Uint8Array): { readonly text: string; readonly damaged: boolean } {
  try {
    return { text: strict.decode(bytes), damaged: false };
  } catch {
    return { text: lenient.decode(bytes), damaged: true }; // Invalid bytes become U+FFFD, visibly.
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined; // It only looked like JSON.
  }
}

/** A JSON-RPC message as we take it, or nothing if it is none. */
export function parseMessage(value: JsonObject): AnyMessage | undefined {
  if (value['jsonrpc'] !== '2.0') {
    return undefined;
  }
  if (value['method'] !== undefined) {
    return callOf(value);
  }
  return answerOf(value);
}

/** A request or a notification. */
function callOf(value: JsonObject): AnyMessage | undefined {
  const method = asString(value['method']);
  if (method === undefined || ('id' in value && !isId(value['id']))) {
    return undefined;
  }
  const params = value['params'];
  return 'id' in value
    ? { jsonrpc: '2.0', id: idOf(value['id']), method, params }
    : { jsonrpc: '2.0', method, params };
}

/**
 * An answer has either a result or an error; some write the other one as null. Our own ids are numbers: a `"0"` answers
 * the request 0.
 */
function answerOf(value: JsonObject): AnyMessage | undefined {
  const { id } = value;
  const isError = (value['error'] ?? undefined) !== undefined;
  const isResult = 'result' in value && !(isError && value['result'] === null);
  if (!isId(id) || isResult === isError) {
    return undefined;
  }
  const ours = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : idOf(id);
  return isResult
    ? { jsonrpc: '2.0', id: ours, result: value['result'] }
    : { jsonrpc: '2.0', id: ours, error: errorOf(value['error']) };
}

function errorOf(raw: unknown): { code: number; message: string; data: unknown } {
  const error = asRecord(raw);
  return {
    code: typeof error?.['code'] === 'number' ? error['code'] : -32_603,
    message: asString(error?.['message']) ?? t('The agent answered with an error without words.'),
    data: error?.['data'],
  };
}

const isId = (id: unknown): id is string | number | null =>
  typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) || id === null;

const idOf = (id: unknown): string | number | null => (isId(id) ? id : null);
