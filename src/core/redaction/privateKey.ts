/** The longest keys in use take less; what follows a first line without a last one is not all of a key. */
const KEY_LIMIT_CHARS = 16_000;
const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const EDGE = '-----';

/** A private key up to its last line, with its first line as the first group. All that it looks at belongs to it. */
export const PRIVATE_KEY = new RegExp(
  `(${BEGIN.source})(?:(?!${EDGE})[\\s\\S]){1,${KEY_LIMIT_CHARS}}`,
  'g',
);

/** Knows, from piece to piece of a text, whether a private key has begun that has not ended yet. */
export class PrivateKeyFilter {
  #leftChars = 0;

  /** The next piece, without what belongs to a key that began in an earlier one. */
  write(text: string): string {
    const end = this.#leftChars > 0 ? text.indexOf(EDGE) : 0;
    const insideChars = Math.min(end < 0 ? text.length : end, this.#leftChars);
    const rest = text.slice(insideChars);
    this.#leftChars = rest === '' ? this.#leftChars - insideChars : leftAfter(rest);
    return rest;
  }
}

/** How much may follow of a key that begins in a text and does not end there. */
function leftAfter(text: string): number {
  const begun = [...text.matchAll(BEGIN)].at(-1);
  const inside = begun && text.slice(begun.index + begun[0].length);
  return inside === undefined || inside.includes(EDGE)
    ? 0
    : Math.max(0, KEY_LIMIT_CHARS - inside.length);
}
