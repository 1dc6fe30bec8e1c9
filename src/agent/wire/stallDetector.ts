import type { AgentStreamListener } from './agentStream.ts';

/** Notices when an agent takes nothing of what it is sent for a while. */
export class StallDetector {
  readonly #taps: Pick<AgentStreamListener, 'onStall' | 'stallMs'>;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(taps: Pick<AgentStreamListener, 'onStall' | 'stallMs'>) {
    this.#taps = taps;
  }

  didWrite(): void {
    this.#open += 1;
    this.#timer ??= this.#alarm();
  }

  didDrain(): void {
    this.#open -= 1;
    clearTimeout(this.#timer);
    this.#timer = this.#open > 0 ? this.#alarm() : undefined;
  }

  #alarm(): NodeJS.Timeout {
    return setTimeout(() => this.#taps.onStall(), this.#taps.stallMs).unref();
  }
}
