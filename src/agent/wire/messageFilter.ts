import type { AnyMessage } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../../core/errors.ts';
import type { AgentStreamListener } from './agentStream.ts';

/** Observes all messages and decides which incoming ones reach the SDK. */
export class MessageFilter {
  readonly #listener: Pick<AgentStreamListener, 'onMessage' | 'onStrayOutput' | 'interceptMessage'>;
  /** The ids of our open requests. A second response, or one to an unknown request, is stray output. */
  readonly #openRequestIds = new Set<unknown>();

  constructor(
    listener: Pick<AgentStreamListener, 'onMessage' | 'onStrayOutput' | 'interceptMessage'>,
  ) {
    this.#listener = listener;
  }

  /** Returns whether a message is for the SDK. An error is logged, because it must not end the connection. */
  acceptIncoming(message: AnyMessage): boolean {
    try {
      return this.#isForSdk(message);
    } catch (error) {
      this.#listener.onStrayOutput(`A message could not be dealt with: ${getErrorMessage(error)}`);
      return false;
    }
  }

  recordOutgoing(message: AnyMessage): void {
    this.notify('out', message);
    if ('method' in message && 'id' in message) {
      this.#openRequestIds.add(message.id);
    }
  }

  /** Reports a message to the listener, whose errors must not keep it from the SDK. */
  notify(direction: 'in' | 'out', message: AnyMessage): void {
    try {
      this.#listener.onMessage(direction, message);
    } catch (error) {
      this.#listener.onStrayOutput(`A message could not be recorded: ${getErrorMessage(error)}`);
    }
  }

  #isForSdk(message: AnyMessage): boolean {
    this.notify('in', message);
    if (!('method' in message) && !this.#openRequestIds.delete(message.id)) {
      this.#listener.onStrayOutput(`An answer to no open request: ${String(message.id)}`);
      return false;
    }
    return !this.#listener.interceptMessage(message);
  }
}
