import type { AgentStreamListener } from './agentStream.ts';

/** Detects an agent that reads none of its input for a while. */
export class StallDetector {
  readonly #listener: Pick<AgentStreamListener, 'onStall' | 'stallMs'>;
  #pendingWrites = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(listener: Pick<AgentStreamListener, 'onStall' | 'stallMs'>) {
    this.#listener = listener;
  }

  didWrite(): void {
    this.#pendingWrites += 1;
    this.#timer ??= this.#startTimer();
  }

  didDrain(): void {
    this.#pendingWrites -= 1;
    clearTimeout(this.#timer);
    this.#timer = this.#pendingWrites > 0 ? this.#startTimer() : undefined;
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => this.#listener.onStall(), this.#listener.stallMs).unref();
  }
}
