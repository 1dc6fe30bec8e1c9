import type { Emitter } from '../../core/event.ts';
import { OutputRedactor } from '../../core/redaction/outputRedactor.ts';

/** Noise that is told word for word. */
const LINES = 1_000;
const LINE_CHARS = 2_000;

/** What an agent prints in the place of messages: told line by line, without private keys; when it does not end, only by number. */
export class StrayOutput {
  readonly #noted: Pick<Emitter<string>, 'fire'>;
  readonly #output = new OutputRedactor([]);
  #count = 0;

  /** `noted` hears the lines. */
  constructor(noted: Pick<Emitter<string>, 'fire'>) {
    this.#noted = noted;
  }

  add(line: string): void {
    this.#count += 1;
    if (this.#count <= LINES) {
      this.#show(line.slice(0, LINE_CHARS));
    } else if (isPowerOfTen(this.#count)) {
      this.#noted.fire(`${this.#count} lines on stdout that are no messages.`);
    }
  }

  /** Nothing is left of a line that is inside a key. */
  #show(line: string): void {
    const shown = this.#output.write(`${line}\n`).trimEnd();
    if (shown !== '') {
      this.#noted.fire(`[stdout] ${shown}`);
    }
  }
}

/** 1, 10, 100, ...: so that a flood is told of in a few lines. */
export const isPowerOfTen = (count: number): boolean => Number.isInteger(Math.log10(count));
