import { asList, asRecord, asString, type JsonObject } from '../../core/json.ts';

/** The number of messages of which we know what we have passed on. Agents change only the last ones. */
const MESSAGE_LIMIT = 50;

/** What was passed on of a message. A message that was replaced goes on under another id. */
interface PassedOn {
  readonly text: string;
  readonly id: string;
}

/** Translates messages, which agents can replace as a whole, to chunks, which only append. */
export class Messages {
  readonly #passedOn = new Map<string, PassedOn>();

  append(update: JsonObject): JsonObject {
    const kind = asString(update['sessionUpdate']) ?? '';
    const id = asString(update['messageId']) ?? '';
    const key = `${kind} ${id}`;
    const before = this.#passedOn.get(key) ?? { text: '', id };
    this.#remember(key, { ...before, text: before.text + textOf(update['content']) });
    return { ...update, messageId: before.id };
  }

  /** Passes on what is new. If the message is another one, it is passed on as a new message. */
  replace(update: JsonObject): readonly JsonObject[] {
    const blocks = update['content'] === null ? [] : asList(update['content'], asRecord);
    if (!blocks) {
      return []; // Only `_meta` has changed.
    }
    const sessionUpdate = `${asString(update['sessionUpdate']) ?? ''}_chunk`;
    const chunks = blocks.map(content => ({ ...update, sessionUpdate, content }));
    const key = `${sessionUpdate} ${asString(update['messageId']) ?? ''}`;
    const before = this.#passedOn.get(key);
    if (!before) {
      return chunks.map(chunk => this.append(chunk));
    }
    const text = blocks.map(textOf).join('');
    if (text.startsWith(before.text) && text !== '') {
      const rest = text.slice(before.text.length);
      const content = { type: 'text', text: rest };
      return rest === '' ? [] : [this.append({ ...update, sessionUpdate, content })];
    }
    this.#remember(key, { text: '', id: `${before.id}+` });
    return chunks.map(chunk => this.append(chunk));
  }

  #remember(key: string, message: PassedOn): void {
    this.#passedOn.delete(key);
    this.#passedOn.set(key, message);
    const [oldest] = this.#passedOn.keys();
    if (this.#passedOn.size > MESSAGE_LIMIT && oldest !== undefined) {
      this.#passedOn.delete(oldest);
    }
  }
}

const textOf = (block: unknown): string => asString(asRecord(block)?.['text']) ?? '';
