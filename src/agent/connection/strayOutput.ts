import type { Emitter } from '../../core/event.ts';
import { OutputRedactor } from '../../core/redaction/outputRedactor.ts';

/** The number of lines that are logged in full. */
const LINE_LIMIT = 1_000;
const LINE_LIMIT_CHARS = 2_000;

/** Logs what an agent prints on stdout besides messages, without private keys. A flood is only counted. */
export class StrayOutput {
  readonly #didLog: Pick<Emitter<string>, 'fire'>;
  readonly #output = new OutputRedactor([]);
  #count = 0;

  constructor(didLog: Pick<Emitter<string>, 'fire'>) {
    this.#didLog = didLog;
  }

  add(line: string): void {
    this.#count += 1;
    if (this.#count <= LINE_LIMIT) {
      this.#log(line.slice(0, LINE_LIMIT_CHARS));
    } else if (isPowerOfTen(this.#count)) {
      this.#didLog.fire(`${this.#count} lines on stdout that are no messages.`);
    }
  }

  /** Logs a line. Nothing is left of a line that is part of a private key. */
  #log(line: string): void {
    const shown = this.#output.write(`${line}\n`).trimEnd();
    if (shown !== '') {
      this.#didLog.fire(`[stdout] ${shown}`);
    }
  }
}

/** Whether a count is 1, 10, 100 and so on, to report a flood in a few lines. */
export const isPowerOfTen = (count: number): boolean => Number.isInteger(Math.log10(count));
