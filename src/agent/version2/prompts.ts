import type { AnyMessage } from '@agentclientprotocol/sdk';
import { asNumber, asRecord, asString, optionalField, type JsonObject } from '../../core/json.ts';

type Response = Exclude<AnyMessage, { method: string }>;

/** A prompt that the agent works on. */
interface Prompt {
  readonly id: Response['id'];
  /** The agent has begun with it. What ended before was something else. */
  hasBegun: boolean;
  isAcknowledged: boolean;
  end?: JsonObject;
}

/**
 * Gives prompts the response of version 1, which says how the turn ended. In version 2, the agent responds when it has taken the
 * prompt, and says later, in the state of the session, that it is done.
 */
export class Prompts {
  readonly #prompts = new Map<string, Prompt>();

  begin(sessionId: string, id: Response['id']): void {
    this.#prompts.set(sessionId, { id, hasBegun: false, isAcknowledged: false });
  }

  /** Holds the response back until the turn has ended. */
  handleResponse(sessionId: string, response: Response): readonly AnyMessage[] {
    const prompt = this.#prompts.get(sessionId);
    if (prompt?.id !== response.id) {
      return [response];
    }
    if ('error' in response) {
      this.#prompts.delete(sessionId);
      return [response];
    }
    prompt.hasBegun = true;
    prompt.isAcknowledged = true;
    return this.#end(sessionId, prompt);
  }

  /** Returns the response to the prompt if the session is idle again. */
  handleUpdate(sessionId: string, update: JsonObject): readonly AnyMessage[] {
    const prompt = this.#prompts.get(sessionId);
    const kind = asString(update['sessionUpdate']) ?? '';
    if (!prompt) {
      return [];
    }
    if (kind.startsWith('user_message')) {
      prompt.hasBegun = true;
    } else if (kind === 'state_update' && update['state'] === 'idle' && prompt.hasBegun) {
      prompt.end = update;
    }
    return this.#end(sessionId, prompt);
  }

  #end(sessionId: string, { id, end, isAcknowledged }: Prompt): readonly AnyMessage[] {
    if (!end || !isAcknowledged) {
      return [];
    }
    this.#prompts.delete(sessionId);
    return [{ jsonrpc: '2.0', id, ...outcomeOf(end) }];
  }
}

function outcomeOf(
  end: JsonObject,
): { result: JsonObject } | { error: { code: number; message: string; data?: unknown } } {
  const stopReason = asString(end['stopReason']) ?? 'end_turn';
  if (stopReason === 'error') {
    const error = asRecord(end['error']);
    return {
      error: {
        code: asNumber(error?.['code']) ?? -32_603,
        message: asString(error?.['message']) ?? '',
        ...optionalField('data', error?.['data']),
      },
    };
  }
  return {
    result: {
      stopReason,
      ...optionalField('usage', end['usage']),
      ...optionalField('_meta', end['_meta']),
    },
  };
}
