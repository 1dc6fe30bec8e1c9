import { PrivateKeyFilter } from './privateKey.ts';
import { redact } from './redact.ts';

/** A line that is longer is shown in parts. */
const LINE_LIMIT_CHARS = 16 * 1024;

/** What a program prints, without secrets. It comes in pieces, so a line is held back until it is whole. */
export class OutputRedactor {
  readonly #secrets: readonly string[];
  readonly #key = new PrivateKeyFilter();
  #held = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** What can be shown after the next piece. */
  write(text: string): string {
    const all = this.#held + text;
    const end = all.length > LINE_LIMIT_CHARS ? all.length : all.lastIndexOf('\n') + 1;
    this.#held = all.slice(end);
    return this.#shown(all.slice(0, end));
  }

  /** What was held back; nothing more will come. */
  end(): string {
    return this.#shown(this.#held);
  }

  #shown(text: string): string {
    return redact(this.#key.write(text), this.#secrets);
  }
}
