const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Shorter results occur in ordinary text. */
const SHORTEST_CHARS = 8;

/**
 * How a text appears inside Base64. Three bytes become four characters, so it depends on the position of the text in the
 * encoded bytes; characters that also encode a neighboring byte are left out. Both alphabets are included.
 */
export function base64Spellings(text: string): readonly string[] {
  const bytes = toUtf8(text);
  const standard = [0, 1, 2].map(offset => encodeAt(bytes, offset));
  const found = standard.flatMap(one => [one, one.replaceAll('+', '-').replaceAll('/', '_')]);
  return [...new Set(found)].filter(one => one.length >= SHORTEST_CHARS);
}

/** The characters that depend on these bytes alone if `offset` other bytes precede them. */
function encodeAt(bytes: readonly number[], offset: number): string {
  const padded = [...Array.from({ length: offset }, () => 0), ...bytes];
  const bits = padded.map(byte => byte.toString(2).padStart(8, '0')).join('');
  const from = Math.ceil((offset * 8) / 6);
  const characters = Array.from({ length: Math.floor(bits.length / 6) - from }, (_, index) => {
    const at = (from + index) * 6;
    return ALPHABET[Number.parseInt(bits.slice(at, at + 6), 2)];
  });
  return characters.join('');
}

/** Core has no `TextEncoder`; a percent-encoded text contains the same bytes. */
const toUtf8 = (text: string): readonly number[] =>
  [
    ...encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).matchAll(
      /%([\da-f]{2})|(.)/gis,
    ),
  ].map(([, hex, character]) =>
    hex === undefined ? (character?.codePointAt(0) ?? 0) : Number.parseInt(hex, 16),
  );
