import type { AnyMessage } from '@agentclientprotocol/sdk';
import { redactJson } from '../redaction/redact.ts';

/** How much of the traffic is kept: nothing, who said what when, or every word. */
export type TraceLevel = 'off' | 'messages' | 'verbose';

/** One message that passed between us and an agent. */
export interface TrafficMessage {
  readonly agent: string;
  readonly direction: 'in' | 'out';
  readonly atMs: number;
  readonly method?: string;
  readonly id?: string | number | null;
  readonly failed: boolean;
  readonly sizeChars: number;
  /** The message as JSON without secrets; only at the level `verbose`. */
  readonly text?: string;
}

/** The passages that are kept, oldest first. */
export interface TrafficLog {
  readonly messages: readonly TrafficMessage[];
  readonly keptChars: number;
  /** Passages that had to make room for newer ones. */
  readonly dropped: number;
}

export const emptyTraffic: TrafficLog = { messages: [], keptChars: 0, dropped: 0 };

const PASSAGE_LIMIT = 20_000;
const KEPT_LIMIT_CHARS = 32_000_000;
/** What one passage costs besides its text. */
const OVERHEAD_CHARS = 200;
/** A tenth makes room at once, so that dropping does not cost at each message. */
const ROOM = 0.9;

/** A message as it is kept at that level, without the secrets we know. */
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

/** The log with one more passage; the oldest make room. */
export function appendTrafficMessage(log: TrafficLog, passage: TrafficMessage): TrafficLog {
  const keptChars = log.keptChars + costOf(passage);
  const full = log.messages.length >= PASSAGE_LIMIT || keptChars > KEPT_LIMIT_CHARS;
  const grown = { messages: [...log.messages, passage], keptChars, dropped: log.dropped };
  return full ? trimmed(grown) : grown;
}

function trimmed(log: TrafficLog): TrafficLog {
  let { keptChars } = log;
  let first = 0;
  const tooMany = (): boolean =>
    log.messages.length - first > PASSAGE_LIMIT * ROOM || keptChars > KEPT_LIMIT_CHARS * ROOM;
  for (; tooMany() && first < log.messages.length - 1; first += 1) {
    const passage = log.messages[first];
    keptChars -= passage ? costOf(passage) : 0;
  }
  return { messages: log.messages.slice(first), keptChars, dropped: log.dropped + first };
}

const costOf = (passage: TrafficMessage): number => OVERHEAD_CHARS + (passage.text?.length ?? 0);
