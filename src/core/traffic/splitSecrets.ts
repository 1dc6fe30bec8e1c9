import type { AnyMessage } from '@agentclientprotocol/sdk';
import { asRecord, asString, parseJson, type JsonObject } from '../json.ts';
import { findSecrets, REDACTED, type SecretRange } from '../redaction/redact.ts';
import type { TrafficMessage } from './trafficLog.ts';

/** How much of a text is remembered; a secret is shorter. */
const WINDOW_CHARS = 8 * 1024;
const STREAM_LIMIT = 100;

interface Chunk {
  /** The message as it is in the log. */
  logged: TrafficMessage;
  /** The text as it was sent. */
  readonly text: string;
  /** The text without the secrets that are known so far. */
  shown: string;
}

/**
 * Finds secrets that are divided between several messages: agents send their text in small chunks. What came before is
 * remembered as it was sent, because a part of a secret may have been hidden without the rest.
 */
export class SplitSecrets {
  readonly #streams = new Map<string, readonly Chunk[]>();

  /** Takes a message that was logged. Returns the logged messages to replace, with their replacement. */
  add(
    message: AnyMessage,
    logged: TrafficMessage,
    secrets: readonly string[] = [],
  ): ReadonlyMap<TrafficMessage, TrafficMessage> {
    const text = getChunkText(message);
    const key = `${logged.agent} ${getStream(message)}`;
    if (text === undefined || logged.text === undefined) {
      return new Map();
    }
    const shown = hide(text, findSecrets(text, secrets), 0);
    const chunks = withinWindow([...(this.#streams.get(key) ?? []), { logged, text, shown }]);
    this.#streams.delete(key);
    this.#streams.set(key, chunks);
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > STREAM_LIMIT && oldest !== undefined) {
      this.#streams.delete(oldest);
    }
    return hideAcross(chunks, secrets);
  }

  clear(): void {
    this.#streams.clear();
  }
}

function hideAcross(
  chunks: readonly Chunk[],
  secrets: readonly string[],
): ReadonlyMap<TrafficMessage, TrafficMessage> {
  const replaced = new Map<TrafficMessage, TrafficMessage>();
  const ranges = findSecrets(chunks.map(({ text }) => text).join(''), secrets);
  let start = 0;
  for (const chunk of chunks) {
    const end = start + chunk.text.length;
    const inside = ranges.filter(range => range.start < end && range.end > start);
    const shown = hide(chunk.text, inside, start);
    if (shown !== chunk.shown) {
      const after = { ...chunk.logged, text: withChunkText(chunk.logged.text ?? '', shown) };
      replaced.set(chunk.logged, after);
      Object.assign(chunk, { logged: after, shown });
    }
    start = end;
  }
  return replaced;
}

/** The mark stands where a secret begins; of its other parts nothing is left. */
function hide(text: string, ranges: readonly SecretRange[], offset: number): string {
  let shown = '';
  let at = 0;
  for (const range of ranges) {
    const from = Math.max(0, range.start - offset);
    shown += text.slice(at, from) + (range.start >= offset ? REDACTED : '');
    at = Math.min(text.length, range.end - offset);
  }
  return shown + text.slice(at);
}

/** The newest chunks that together fill the window. */
function withinWindow(chunks: readonly Chunk[]): readonly Chunk[] {
  let chars = 0;
  const first = chunks.findLastIndex(({ text }) => (chars += text.length) >= WINDOW_CHARS);
  return chunks.slice(Math.max(0, first));
}

const getParams = (message: unknown): JsonObject | undefined =>
  asRecord(asRecord(message)?.['params']);

const getUpdate = (message: unknown): JsonObject | undefined =>
  asRecord(getParams(message)?.['update']);

/** The names of the output of a terminal in `_meta`. */
const OUTPUTS = ['terminal_output', 'terminal_output_delta'];

const getOutputName = (update: JsonObject | undefined): string | undefined =>
  OUTPUTS.find(name => asRecord(asRecord(update?.['_meta'])?.[name]) !== undefined);

const getOutput = (update: JsonObject | undefined): JsonObject | undefined =>
  asRecord(asRecord(update?.['_meta'])?.[getOutputName(update) ?? '']);

function getChunkText(message: unknown): string | undefined {
  const update = getUpdate(message);
  return asString(asRecord(update?.['content'])?.['text']) ?? asString(getOutput(update)?.['data']);
}

function getStream(message: unknown): string {
  const update = getUpdate(message);
  const terminal = getOutput(update)?.['terminal_id'];
  return JSON.stringify([getParams(message)?.['sessionId'], update?.['sessionUpdate'], terminal]);
}

/** What else the message contains was hidden when it was logged. */
function withChunkText(logged: string, text: string): string {
  const message = parseJson(logged);
  const update = getUpdate(message);
  return JSON.stringify({
    ...asRecord(message),
    params: { ...getParams(message), update: withUpdateText(update, text) },
  });
}

function withUpdateText(update: JsonObject | undefined, text: string): JsonObject {
  const content = asRecord(update?.['content']);
  const name = getOutputName(update);
  return asString(content?.['text']) !== undefined || name === undefined
    ? { ...update, content: { ...content, text } }
    : {
        ...update,
        _meta: { ...asRecord(update?.['_meta']), [name]: { ...getOutput(update), data: text } },
      };
}
