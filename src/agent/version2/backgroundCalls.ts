import { asList, asRecord, asString, type JsonObject } from '../../core/json.ts';
import type { TerminalUpdates } from './terminalUpdates.ts';
import type { ToolCallTranslator } from './toolCalls.ts';

/**
 * The tool calls that go on when the turn has ended, as the agent lists them in the state of the session: themselves, or the
 * terminals that they show. Version 1 has no such list, so every call is told whether it is in it.
 */
export class BackgroundCalls {
  readonly #toolCalls: ToolCallTranslator;
  readonly #terminals: TerminalUpdates;
  #listed: ReadonlySet<string> = new Set();

  constructor(toolCalls: ToolCallTranslator, terminals: TerminalUpdates) {
    this.#toolCalls = toolCalls;
    this.#terminals = terminals;
  }

  /** Handles `state_update`. Its list replaces the one before; a state without one says nothing about it. */
  update({ background }: JsonObject): readonly JsonObject[] {
    const items = background === null ? [] : asList(background, item => this.#callOf(item));
    if (!items) {
      return [];
    }
    const [before, listed] = [this.#listed, new Set(items)];
    this.#listed = listed;
    return [
      ...[...listed].filter(id => !before.has(id)).map(id => toUpdate(id, true)),
      ...[...before].filter(id => !listed.has(id)).map(id => toUpdate(id, false)),
    ];
  }

  /** Sub-agents report their state themselves. Agents announce calls and terminals before they list them. */
  #callOf(raw: unknown): string | undefined {
    const item = asRecord(raw);
    const id =
      item?.['type'] === 'terminal'
        ? this.#terminals.callOf(asString(item['terminalId']) ?? '')
        : asString(item?.['toolCallId']);
    return id !== undefined && (this.#listed.has(id) || this.#toolCalls.isKnown(id))
      ? id
      : undefined;
  }
}

const toUpdate = (toolCallId: string, inBackground: boolean): JsonObject => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  _meta: { in_background: inBackground },
});
