import type { Taps } from './agentStream.ts';

/** Notices when an agent takes nothing of what it is sent for a while. */
export class StallWatch {
  readonly #taps: Pick<Taps, 'stalled' | 'stallMs'>;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(taps: Pick<Taps, 'stalled' | 'stallMs'>) {
    this.#taps = taps;
  }

  sent(): void {
    this.#open += 1;
    this.#timer ??= this.#alarm();
  }

  taken(): void {
    this.#open -= 1;
    clearTimeout(this.#timer);
    this.#timer = this.#open > 0 ? this.#alarm() : undefined;
  }

  #alarm(): NodeJS.Timeout {
    return setTimeout(() => this.#taps.stalled(), this.#taps.stallMs).unref();
  }
}
