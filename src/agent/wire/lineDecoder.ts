import { t } from '../../core/l10n.ts';

const NEWLINE = 0x0a;

/** A line is longer than a message may be. The connection ends, because the rest of the line cannot be recognized. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLong';

  constructor(limitBytes: number) {
    super(t('The agent sent a message larger than {0} MiB.', Math.round(limitBytes / 2 ** 20)));
  }
}

/** Splits a stream of bytes into lines without their line ends. Buffers at most one incomplete line. */
export class LineDecoder {
  #limitBytes: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Returns the lines that `chunk` completes. */
  write(chunk: Uint8Array): readonly Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      lines.push(this.#flush());
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
    return lines;
  }

  /** Returns the last line, which may have no line end. */
  end(): Uint8Array {
    return this.#flush();
  }

  #append(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#limitBytes) {
      this.#parts = [];
      throw new LineTooLongError(this.#limitBytes);
    }
    if (part.length > 0) {
      this.#parts.push(part);
    }
  }

  #flush(): Uint8Array {
    const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line ?? new Uint8Array();
  }
}
