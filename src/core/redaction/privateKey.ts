/** The longest keys in use are shorter, so text beyond this does not belong to a key whose last line is missing. */
const KEY_LIMIT_CHARS = 16_000;
const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const EDGE = '-----';

/** Matches a private key up to its last line; the first group is its first line. */
export const PRIVATE_KEY = new RegExp(
  `(${BEGIN.source})(?:(?!${EDGE})[\\s\\S]){1,${KEY_LIMIT_CHARS}}`,
  'g',
);

/** Removes the continuation of a private key from text that arrives in chunks. */
export class PrivateKeyFilter {
  #remainingChars = 0;

  /** Returns the next chunk without what belongs to a key that began in an earlier one. */
  write(text: string): string {
    const end = this.#remainingChars > 0 ? text.indexOf(EDGE) : 0;
    const insideChars = Math.min(end < 0 ? text.length : end, this.#remainingChars);
    const rest = text.slice(insideChars);
    this.#remainingChars = rest === '' ? this.#remainingChars - insideChars : remainingAfter(rest);
    return rest;
  }
}

/** How many characters of a key may still follow if it begins in the text and does not end there. */
function remainingAfter(text: string): number {
  const lastBegin = [...text.matchAll(BEGIN)].at(-1);
  const inside = lastBegin && text.slice(lastBegin.index + lastBegin[0].length);
  return inside === undefined || inside.includes(EDGE)
    ? 0
    : Math.max(0, KEY_LIMIT_CHARS - inside.length);
}
