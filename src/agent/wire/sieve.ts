import type { AnyMessage } from '@agentclientprotocol/sdk';
import { messageOf } from '../../core/errors.ts';
import type { Taps } from './agentStream.ts';

/** Sees every message, and tells which of those that come in are for the SDK. */
export class Sieve {
  readonly #taps: Pick<Taps, 'passed' | 'noise' | 'took'>;
  /** Our requests that wait for an answer: a second answer, or one to nothing, is noise. */
  readonly #asked = new Set<unknown>();

  constructor(taps: Pick<Taps, 'passed' | 'noise' | 'took'>) {
    this.#taps = taps;
  }

  /** A message that makes us stumble is logged: it must not end the conversation. */
  letsIn(message: AnyMessage): boolean {
    try {
      return this.#isForSdk(message);
    } catch (error) {
      this.#taps.noise(`A message could not be dealt with: ${messageOf(error)}`);
      return false;
    }
  }

  letsOut(message: AnyMessage): void {
    this.saw('out', message);
    if ('method' in message && 'id' in message) {
      this.#asked.add(message.id);
    }
  }

  /** Tells of a message; who cannot take it in must not keep it from the others. */
  saw(direction: 'in' | 'out', message: AnyMessage): void {
    try {
      this.#taps.passed(direction, message);
    } catch (error) {
      this.#taps.noise(`A message could not be recorded: ${messageOf(error)}`);
    }
  }

  #isForSdk(message: AnyMessage): boolean {
    this.saw('in', message);
    if (!('method' in message) && !this.#asked.delete(message.id)) {
      this.#taps.noise(`An answer to no open request: ${String(message.id)}`);
      return false;
    }
    return !this.#taps.took(message);
  }
}
