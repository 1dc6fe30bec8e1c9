import { PrivateKeyFilter } from './privateKey.ts';
import { redact } from './redact.ts';

/** A longer line is released in parts. */
const LINE_LIMIT_CHARS = 16 * 1024;

/** Redacts the output of a program. Output arrives in chunks, so a line is held back until it is complete. */
export class OutputRedactor {
  readonly #secrets: readonly string[];
  readonly #key = new PrivateKeyFilter();
  #held = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Takes the next chunk and returns the text that can be shown now. */
  write(text: string): string {
    const all = this.#held + text;
    const end = all.length > LINE_LIMIT_CHARS ? all.length : all.lastIndexOf('\n') + 1;
    this.#held = all.slice(end);
    return this.#redact(all.slice(0, end));
  }

  /** Returns the text that was held back, at the end of the output. */
  end(): string {
    return this.#redact(this.#held);
  }

  #redact(text: string): string {
    return redact(this.#key.write(text), this.#secrets);
  }
}
