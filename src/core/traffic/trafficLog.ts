import type { AnyMessage } from '@agentclientprotocol/sdk';
import { redactJson } from '../redaction/redact.ts';

/** How much of the traffic is kept: nothing, only metadata, or the content of messages. */
export type TraceLevel = 'off' | 'messages' | 'verbose';

/** A message between us and an agent. */
export interface TrafficMessage {
  readonly agent: string;
  readonly direction: 'in' | 'out';
  readonly atMs: number;
  readonly method?: string;
  readonly id?: string | number | null;
  readonly failed: boolean;
  readonly sizeChars: number;
  /** The message as JSON without secrets, only at the level `verbose`. */
  readonly text?: string;
}

/** The messages that are kept, oldest first. */
export interface TrafficLog {
  readonly messages: readonly TrafficMessage[];
  readonly keptChars: number;
  /** The number of messages that were dropped for newer ones. */
  readonly dropped: number;
}

export const emptyTraffic: TrafficLog = { messages: [], keptChars: 0, dropped: 0 };

const MESSAGE_LIMIT = 20_000;
const KEPT_LIMIT_CHARS = 32_000_000;
/** The size of a message besides its text. */
const OVERHEAD_CHARS = 200;
/** A tenth is dropped at once, so that not every message causes a copy. */
const KEPT_SHARE = 0.9;

/** Creates the log entry of a message for a trace level, without known secrets. */
export function createTrafficMessage(
  message: AnyMessage,
  about: Pick<TrafficMessage, 'agent' | 'direction' | 'atMs'>,
  level: Exclude<TraceLevel, 'off'>,
  secrets: readonly string[] = [],
): TrafficMessage {
  const text = JSON.stringify(message);
  return {
    ...about,
    ...('method' in message ? { method: message.method } : {}),
    ...('id' in message ? { id: message.id } : {}),
    failed: 'error' in message,
    sizeChars: text.length,
    ...(level === 'verbose' ? { text: redactJson(message, secrets) } : {}),
  };
}

/** Appends a message; the oldest ones are dropped if the log is full. */
export function appendTrafficMessage(log: TrafficLog, message: TrafficMessage): TrafficLog {
  const keptChars = log.keptChars + sizeOf(message);
  const full = log.messages.length >= MESSAGE_LIMIT || keptChars > KEPT_LIMIT_CHARS;
  const grown = { messages: [...log.messages, message], keptChars, dropped: log.dropped };
  return full ? dropOldest(grown) : grown;
}

/** Replaces messages of the log by what they should have contained. */
export function replaceTrafficMessages(
  log: TrafficLog,
  replaced: ReadonlyMap<TrafficMessage, TrafficMessage>,
): TrafficLog {
  return replaced.size === 0
    ? log
    : { ...log, messages: log.messages.map(message => replaced.get(message) ?? message) };
}

function dropOldest(log: TrafficLog): TrafficLog {
  let { keptChars } = log;
  let first = 0;
  const tooMany = (): boolean =>
    log.messages.length - first > MESSAGE_LIMIT * KEPT_SHARE ||
    keptChars > KEPT_LIMIT_CHARS * KEPT_SHARE;
  for (; tooMany() && first < log.messages.length - 1; first += 1) {
    const message = log.messages[first];
    keptChars -= message ? sizeOf(message) : 0;
  }
  return { messages: log.messages.slice(first), keptChars, dropped: log.dropped + first };
}

const sizeOf = (message: TrafficMessage): number => OVERHEAD_CHARS + (message.text?.length ?? 0);
