import type { AnyMessage } from '@agentclientprotocol/sdk';
import { asRecord, asString, parseJson, type JsonObject } from '../../core/json.ts';
import { t } from '../../core/l10n.ts';

/** A parsed line of the agent's output. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'message'; readonly message: AnyMessage; readonly damaged: boolean }
  /** Anything that is not JSON-RPC, such as a banner or a log line. It is logged and never answered. */
  | { readonly kind: 'strayOutput'; readonly text: string };

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Parses a line. Only an object of JSON-RPC 2.0 is a message; the protocol has no batches. */
export function parseLine(bytes: Uint8Array): ParsedLine {
  const { text, damaged } = decode(bytes);
  const trimmed = text.trim();
  if (trimmed === '') {
    return { kind: 'blank' };
  }
  const json = trimmed.replace(ESCAPES, '');
  const value = json.startsWith('{') ? asRecord(parseJson(json)) : undefined;
  const message = value && parseMessage(value);
  return message ? { kind: 'message', message, damaged } : { kind: 'strayOutput', text };
}

/** Colors, cursor movements and titles, which some programs print even if stdout is not a terminal. */
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /^(?:\s|\u001b\[[0-?]{0,40}[@-~]|\u001b\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\))+/;

function decode(bytes: Uint8Array): { readonly text: string; readonly damaged: boolean } {
  try {
    return { text: strict.decode(bytes), damaged: false };
  } catch {
    return { text: lenient.decode(bytes), damaged: true }; // Invalid bytes become U+FFFD.
  }
}

/** Returns a normalized JSON-RPC message, or `undefined` if the value is none. */
export function parseMessage(value: JsonObject): AnyMessage | undefined {
  if (value['jsonrpc'] !== '2.0') {
    return undefined;
  }
  if (value['method'] !== undefined) {
    return parseCall(value);
  }
  return parseResponse(value);
}

/** A request or a notification. */
function parseCall(value: JsonObject): AnyMessage | undefined {
  const { id, params } = value;
  const method = asString(value['method']);
  if (method === undefined) {
    return undefined;
  }
  if (id === undefined) {
    return { jsonrpc: '2.0', method, params };
  }
  return isId(id) ? { jsonrpc: '2.0', id, method, params } : undefined;
}

/**
 * Parses a response, which has either a result or an error. Some agents send the other one as null, and some send our
 * numeric ids as strings.
 */
function parseResponse(value: JsonObject): AnyMessage | undefined {
  const { id } = value;
  const isError = (value['error'] ?? undefined) !== undefined;
  const isResult = 'result' in value && !(isError && value['result'] === null);
  if (!isId(id) || isResult === isError) {
    return undefined;
  }
  const requestId = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  return isResult
    ? { jsonrpc: '2.0', id: requestId, result: value['result'] }
    : { jsonrpc: '2.0', id: requestId, error: parseError(value['error']) };
}

function parseError(raw: unknown): { code: number; message: string; data: unknown } {
  const error = asRecord(raw);
  return {
    code: typeof error?.['code'] === 'number' ? error['code'] : -32_603,
    message: asString(error?.['message']) ?? t('The agent returned an error without a message.'),
    data: error?.['data'],
  };
}

const isId = (id: unknown): id is string | number | null =>
  typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) || id === null;
