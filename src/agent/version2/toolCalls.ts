import { asList, asRecord, asString, optionalField, type JsonObject } from '../../core/json.ts';
import { toDiffs } from './diffs.ts';
import type { TerminalUpdates } from './terminalUpdates.ts';

/** The number of calls whose content is known. Agents change only the last ones. */
const CALL_LIMIT = 500;
/** Until a call has this much content, all of it is passed on with every addition. */
const SMALL_CHARS = 20_000;
/** What grows beyond that is passed on when it has grown by this part: each time, all of it is passed on. */
const GROWTH = 0.1;

/** The content of a call, in the form of version 1. */
interface Content {
  readonly items: JsonObject[];
  chars: number;
  passedOnChars: number;
}

/** Translates tool calls, which one kind of update creates and changes. */
export class ToolCallTranslator {
  readonly #terminals: TerminalUpdates;
  /** The content of the announced calls. */
  readonly #contents = new Map<string, Content>();
  /** The calls whose content has not been passed on completely. */
  readonly #grown = new Set<string>();

  constructor(terminals: TerminalUpdates) {
    this.#terminals = terminals;
  }

  /** Handles `tool_call_update`. The first one of a call announces it. */
  update(update: JsonObject): readonly JsonObject[] {
    const id = asString(update['toolCallId']);
    if (id === undefined) {
      return [update];
    }
    const known = this.#contents.get(id);
    const content = this.#newContent(id, update['content']);
    this.#remember(id, content ?? known ?? contentOf([]));
    const title = asString(update['title']) ?? asString(update['name']) ?? '';
    return [
      {
        ...toToolCall(update),
        ...(known ? {} : { sessionUpdate: 'tool_call', title }),
        ...optionalField('content', content && [...content.items]),
      },
      ...this.#showTerminals(id, content?.items ?? []),
    ];
  }

  /** Handles `tool_call_content_chunk`, which adds to the content. */
  append(update: JsonObject): readonly JsonObject[] {
    const id = asString(update['toolCallId']) ?? '';
    const added = toContent([update['content']]);
    const known = this.#contents.get(id);
    if (!known) {
      return this.update({ ...asUpdate(id), content: added });
    }
    known.items.push(...added);
    known.chars += charsOf(added);
    this.#grown.add(id);
    const isDue = known.chars <= SMALL_CHARS || known.chars >= known.passedOnChars * (1 + GROWTH);
    return [...(isDue ? this.update(asUpdate(id)) : []), ...this.#showTerminals(id, added)];
  }

  /** Whether a call was announced, and is not older than all whose content is known. */
  isKnown(id: string): boolean {
    return this.#contents.has(id);
  }

  /** Passes on what content is left, because the agent may not say more about these calls for long. */
  passOn(): readonly JsonObject[] {
    return [...this.#grown].flatMap(id => this.update(asUpdate(id)));
  }

  /** A request for permission. What it is about may be a call, a command, or only described by its title. */
  toPermissionRequest(request: JsonObject, requestId: string): JsonObject {
    const subject = asRecord(request['subject']) ?? {};
    const call = asRecord(subject['toolCall']) ?? commandCall(subject);
    const toolCallId = asString(call['toolCallId']) ?? `permission-${requestId}`;
    const known = this.#contents.get(toolCallId);
    const description = asString(request['description']);
    const shown = call['content'] == null ? (known?.items ?? []) : toContent(call['content']);
    const explained = description
      ? [{ type: 'content', content: { type: 'text', text: description } }, ...shown]
      : shown;
    return {
      sessionId: request['sessionId'],
      toolCall: {
        ...toToolCall(call),
        toolCallId,
        ...(known ? {} : { title: asString(call['title']) ?? request['title'] }),
        ...(explained.length > 0 ? { content: explained } : {}),
      },
      options: request['options'],
      ...optionalField('_meta', request['_meta']),
    };
  }

  #showTerminals(callId: string, content: readonly JsonObject[]): readonly JsonObject[] {
    return content.flatMap(item => {
      const terminalId = item['type'] === 'terminal' ? asString(item['terminalId']) : undefined;
      return terminalId === undefined ? [] : this.#terminals.show(terminalId, callId);
    });
  }

  /** The content that an update has to pass on: its own, or what was added since the last one. */
  #newContent(id: string, raw: unknown): Content | undefined {
    const content = raw === undefined ? this.#contents.get(id) : contentOf(toContent(raw));
    if (!content || (raw === undefined && !this.#grown.has(id))) {
      return undefined;
    }
    this.#grown.delete(id);
    content.passedOnChars = content.chars;
    return content;
  }

  #remember(id: string, content: Content): void {
    this.#contents.delete(id);
    this.#contents.set(id, content);
    const [oldest] = this.#contents.keys();
    if (this.#contents.size > CALL_LIMIT && oldest !== undefined) {
      this.#contents.delete(oldest);
      this.#grown.delete(oldest);
    }
  }
}

const asUpdate = (toolCallId: string): JsonObject => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
});

function contentOf(items: readonly JsonObject[]): Content {
  const chars = charsOf(items);
  return { items: [...items], chars, passedOnChars: chars };
}

/** The size of content. Items count even if they are small. */
const charsOf = (items: readonly JsonObject[]): number =>
  items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);

/** In version 2, `null` clears a field. */
function toToolCall({ capabilities, ...call }: JsonObject): JsonObject {
  const canStop = asRecord(asRecord(capabilities)?.['cancel']) !== undefined;
  return {
    ...call,
    ...(call['locations'] === null ? { locations: [] } : {}),
    ...optionalField('status', STATUSES.get(asString(call['status']) ?? '')),
    ...(capabilities === undefined
      ? {}
      : { _meta: { ...asRecord(call['_meta']), can_stop: canStop } }),
  };
}

/** The states of a call that version 1 does not have. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ['paused', 'in_progress'],
  ['cancelled', 'failed'],
]);

const commandCall = ({ command, cwd, toolCallId }: JsonObject): JsonObject =>
  command === undefined
    ? {}
    : { toolCallId, title: command, kind: 'execute', rawInput: { command, cwd } };

/** Items that are already in the form of version 1 stay as they are. */
const toContent = (raw: unknown): readonly JsonObject[] =>
  (asList(raw, asRecord) ?? []).flatMap(item => ('changes' in item ? toDiffs(item) : [item]));
