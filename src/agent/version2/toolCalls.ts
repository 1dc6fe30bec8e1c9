import { asList, asRecord, asString, optionalField, type JsonObject } from '../../core/json.ts';
import { toDiffs } from './diffs.ts';
import type { TerminalUpdates } from './terminalUpdates.ts';

/** The number of calls whose content is known. Agents change only the last ones. */
const CALL_LIMIT = 500;

/** Translates tool calls, which one kind of update creates and changes. */
export class ToolCallTranslator {
  readonly #terminals: TerminalUpdates;
  /** The content of the announced calls, in the form of version 1. */
  readonly #contents = new Map<string, readonly JsonObject[]>();

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
    const content = update['content'] === undefined ? undefined : toContent(update['content']);
    this.#remember(id, content ?? known ?? []);
    const title = asString(update['title']) ?? asString(update['name']) ?? '';
    return [
      {
        ...toToolCall(update),
        ...(known ? {} : { sessionUpdate: 'tool_call', title }),
        ...optionalField('content', content),
      },
      ...this.#showTerminals(id, content ?? []),
    ];
  }

  /** Handles `tool_call_content_chunk`, which adds to the content. */
  append(update: JsonObject): readonly JsonObject[] {
    const id = asString(update['toolCallId']) ?? '';
    const content = [...(this.#contents.get(id) ?? []), ...toContent([update['content']])];
    return this.update({ sessionUpdate: 'tool_call_update', toolCallId: id, content });
  }

  /** A request for permission. What it is about may be a call, a command, or only described by its title. */
  toPermissionRequest(request: JsonObject, requestId: string): JsonObject {
    const subject = asRecord(request['subject']) ?? {};
    const call = asRecord(subject['toolCall']) ?? commandCall(subject);
    const toolCallId = asString(call['toolCallId']) ?? `permission-${requestId}`;
    const known = this.#contents.get(toolCallId);
    const description = asString(request['description']);
    const shown = call['content'] == null ? (known ?? []) : toContent(call['content']);
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

  #remember(id: string, content: readonly JsonObject[]): void {
    this.#contents.delete(id);
    this.#contents.set(id, content);
    const [oldest] = this.#contents.keys();
    if (this.#contents.size > CALL_LIMIT && oldest !== undefined) {
      this.#contents.delete(oldest);
    }
  }
}

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
