import type { AnyMessage } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../../core/errors.ts';
import type { AgentStreamListener } from './agentStream.ts';

/** Sees every message, and tells which of those that come in are for the SDK. */
export class MessageFilter {
  readonly #taps: Pick<AgentStreamListener, 'onMessage' | 'onStrayOutput' | 'interceptMessage'>;
  /** Our requests that wait for an answer: a second answer, or one to nothing, is noise. */
  readonly #asked = new Set<unknown>();

  constructor(taps: Pick<AgentStreamListener, 'onMessage' | 'onStrayOutput' | 'interceptMessage'>) {
    this.#taps = taps;
  }

  /** A message that makes us stumble is logged: it must not end the conversation. */
  acceptIncoming(message: AnyMessage): boolean {
    try {
      return this.#isForSdk(message);
    } catch (error) {
      this.#taps.onStrayOutput(`A message could not be dealt with: ${getErrorMessage(error)}`);
      return false;
    }
  }

  recordOutgoing(message: AnyMessage): void {
    this.notify('out', message);
    if ('method' in message && 'id' in message) {
      this.#asked.add(message.id);
    }
  }

  /** Tells of a message; who cannot take it in must not keep it from the others. */
  notify(direction: 'in' | 'out', message: AnyMessage): void {
    try {
      this.#taps.onMessage(direction, message);
    } catch (error) {
      this.#taps.onStrayOutput(`A message could not be recorded: ${getErrorMessage(error)}`);
    }
  }

  #isForSdk(message: AnyMessage): boolean {
    this.notify('in', message);
    if (!('method' in message) && !this.#asked.delete(message.id)) {
      this.#taps.onStrayOutput(`An answer to no open request: ${String(message.id)}`);
      return false;
    }
    return !this.#taps.interceptMessage(message);
  }
}
