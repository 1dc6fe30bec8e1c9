import { asString, type JsonObject } from '../../core/json.ts';
import { BackgroundCalls } from './backgroundCalls.ts';
import { Messages } from './messages.ts';
import { withOptions } from './sessionRequests.ts';
import { TerminalUpdates } from './terminalUpdates.ts';
import { ToolCallTranslator } from './toolCalls.ts';

/** Translates the updates of one session. Those that are the same in both versions pass. */
export class SessionUpdates {
  readonly #messages = new Messages();
  readonly #terminals = new TerminalUpdates();
  readonly toolCalls = new ToolCallTranslator(this.#terminals);
  readonly #background = new BackgroundCalls(this.toolCalls, this.#terminals);

  translate(update: JsonObject): readonly JsonObject[] {
    const kind = asString(update['sessionUpdate']) ?? '';
    switch (kind) {
      case 'user_message_chunk':
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return [this.#messages.append(update)];
      case 'user_message':
      case 'agent_message':
      case 'agent_thought':
        return this.#messages.replace(update);
      case 'tool_call_update':
        return this.toolCalls.update(update);
      case 'tool_call_content_chunk':
        return this.toolCalls.append(update);
      case 'terminal_update':
        return this.#terminals.update(update);
      case 'terminal_output_chunk':
        return this.#terminals.append(update);
      case 'config_option_update':
        return [withOptions(update)];
      case 'state_update':
        // It can also end a prompt: see `Prompts`.
        return [...this.toolCalls.passOn(), ...this.#background.update(update)];
      default:
        return kind.startsWith('_') ? [] : [update]; // Extensions, which agents may send to everybody.
    }
  }
}
