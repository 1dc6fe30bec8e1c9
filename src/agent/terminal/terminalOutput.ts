import { keepTail } from '../../core/text/keepTail.ts';

/** Text is gathered until it is worth a piece of its own. */
const PIECE_CHARS = 16 * 1024;

/** The newest output of a terminal, up to a number of UTF-8 bytes, cut between characters. */
export class TerminalOutput {
  readonly #limitBytes: number;
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #newest = '';
  #hasDropped = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(text: string): void {
    this.#newest += text;
    if (this.#newest.length >= PIECE_CHARS) {
      this.#settle();
    }
  }

  /** What is kept, and whether something before it was dropped. */
  read(): { readonly output: string; readonly truncated: boolean } {
    this.#settle();
    const kept = keepTail(Buffer.concat(this.#pieces), this.#limitBytes);
    return {
      output: Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).toString('utf8'),
      truncated: this.#hasDropped || this.#piecesBytes > this.#limitBytes,
    };
  }

  #settle(): void {
    if (this.#newest === '') {
      return;
    }
    const piece = Buffer.from(this.#newest, 'utf8');
    this.#newest = '';
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
      this.#hasDropped ||= piece.length > 0;
    }
    if (dropped > 0) {
      this.#pieces = this.#pieces.slice(dropped);
    }
  }
}
