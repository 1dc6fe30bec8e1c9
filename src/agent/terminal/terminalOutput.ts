import { keepTail } from '../../core/text/keepTail.ts';

/** Text is collected up to this length before it is encoded. */
const PIECE_CHARS = 16 * 1024;

/** Keeps the newest output of a terminal, up to a number of UTF-8 bytes and cut between characters. */
export class TerminalOutput {
  readonly #limitBytes: number;
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #pending = '';
  #isTruncated = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= PIECE_CHARS) {
      this.#encode();
    }
  }

  /** Returns the kept output and whether earlier output was dropped. */
  read(): { readonly output: string; readonly truncated: boolean } {
    this.#encode();
    const kept = keepTail(Buffer.concat(this.#pieces), this.#limitBytes);
    return {
      output: Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).toString('utf8'),
      truncated: this.#isTruncated || this.#piecesBytes > this.#limitBytes,
    };
  }

  #encode(): void {
    if (this.#pending === '') {
      return;
    }
    const piece = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    this.#pieces.push(piece);
    this.#piecesBytes += piece.length;
    this.#dropOldest();
  }

  #dropOldest(): void {
    let dropped = 0;
    for (const piece of this.#pieces) {
      if (this.#piecesBytes - piece.length < this.#limitBytes) {
        break;
      }
      this.#piecesBytes -= piece.length;
      dropped += 1;
      this.#isTruncated ||= piece.length > 0;
    }
    if (dropped > 0) {
      this.#pieces = this.#pieces.slice(dropped);
    }
  }
}
