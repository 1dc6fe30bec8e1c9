import { PrivateKeyFilter } from './privateKey.ts';
import { getSecretSpellings, redact } from './redact.ts';

/** A longer line is released in parts. */
const LINE_LIMIT_CHARS = 16 * 1024;

/** The end of a long line that is held back, because a secret may continue in the next chunk. Longer secrets are rare. */
const TAIL_CHARS = 8 * 1024;

/** How often an earlier place is tried if a secret is where a line would be divided, and how far before. */
const CUT_ATTEMPTS = 128;
const CUT_STEP_CHARS = 64;

/** Redacts the output of a program. Output arrives in chunks, so a line is held back until it is complete. */
export class OutputRedactor {
  readonly #secrets: readonly string[];
  readonly #tailChars: number;
  readonly #key = new PrivateKeyFilter();
  #pending = '';

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#tailChars = Math.max(TAIL_CHARS, getSecretSpellings(secrets)[0]?.length ?? 0);
  }

  /** Takes the next chunk and returns the text that can be shown now. */
  write(text: string): string {
    const all = this.#pending + text;
    const lineEnd = all.lastIndexOf('\n') + 1;
    const isLong = all.length - lineEnd > LINE_LIMIT_CHARS + this.#tailChars;
    const end = isLong ? this.#findCut(all, lineEnd) : lineEnd;
    this.#pending = all.slice(end);
    return this.#redact(all.slice(0, end));
  }

  /** Returns the text that was held back, at the end of the output. */
  end(): string {
    return this.#redact(this.#pending);
  }

  /** A place in the last line that divides no secret: both parts redacted are the whole redacted. */
  #findCut(all: string, lineEnd: number): number {
    const latest = all.length - this.#tailChars;
    const earliest = Math.max(lineEnd, latest - CUT_ATTEMPTS * CUT_STEP_CHARS);
    // Patterns span less than this, so the rest of the line does not matter.
    const before = all.slice(Math.max(lineEnd, earliest - this.#tailChars));
    const whole = redact(before, this.#secrets);
    for (let cut = latest; cut > earliest; cut -= CUT_STEP_CHARS) {
      const at = before.length - (all.length - cut);
      const parts = [before.slice(0, at), before.slice(at)].map(part =>
        redact(part, this.#secrets),
      );
      if (parts.join('') === whole) {
        return cut;
      }
    }
    return earliest;
  }

  #redact(text: string): string {
    return redact(this.#key.write(text), this.#secrets);
  }
}
