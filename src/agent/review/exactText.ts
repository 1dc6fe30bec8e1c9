import { isUtf8 } from 'node:buffer';
import type { TextEncodings } from '../files/textEncoding.ts';
import { detectEncoding, isBinary } from '../files/textEncoding.ts';

/**
 * A text that can be converted back to exactly the bytes it was read from. `codec` is VS Code's name of the encoding.
 */
export interface ExactText {
  readonly text: string;
  readonly codec: string;
}

/**
 * Decodes bytes without loss: a byte order mark stays in the text, and an invalid UTF-8 byte becomes a lone surrogate
 * (as in Python). Returns `undefined` if the bytes are not text.
 */
export async function decodeExactly(
  bytes: Buffer,
  expected: string,
  encodings: TextEncodings,
): Promise<ExactText | undefined> {
  const encoding = detectEncoding(bytes, expected);
  if (isBinary(bytes, encoding)) {
    return undefined;
  }
  const codec = encoding.name;
  if (codec !== 'utf8') {
    const text = await decodeAs(bytes, codec, encodings);
    if ((await encodeExactly(text, codec, encodings)).equals(bytes)) {
      return { text, codec };
    }
  }
  return { text: isUtf8(bytes) ? bytes.toString('utf8') : escapedText(bytes), codec: 'utf8' };
}

/** Encodes a text that `decodeExactly` returned, or one made from parts of such texts. */
export async function encodeExactly(
  text: string,
  codec: string,
  encodings: TextEncodings,
): Promise<Buffer> {
  switch (codec) {
    case 'utf8':
      return utf8Bytes(text);
    case 'utf16le':
      return Buffer.from(text, 'utf16le');
    case 'utf16be':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return Buffer.from(await encodings.encode(text, codec));
  }
}

/** The text as an editor shows it: without a byte order mark, and with U+FFFD for each invalid byte. */
export function toDisplayText(text: string): string {
  return replaceEscapedBytes(text.replace(/^\uFEFF/, ''));
}

/** Replaces each escaped byte by U+FFFD. The length stays the same. */
export function replaceEscapedBytes(text: string): string {
  return text.replaceAll(LONE, '\uFFFD');
}

const LONE = /[\uDC80-\uDCFF]/gu;
const ESCAPE = 0xdc00;

async function decodeAs(bytes: Buffer, codec: string, encodings: TextEncodings): Promise<string> {
  switch (codec) {
    case 'utf16le':
      return bytes.toString('utf16le');
    case 'utf16be':
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
    default:
      return encodings.decode(bytes, codec);
  }
}

function escapedText(bytes: Buffer): string {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      parts.push(bytes.toString('utf8', start, at));
      parts.push(String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
      start = at + 1;
    }
    at += Math.max(1, length);
  }
  return [...parts, bytes.toString('utf8', start)].join('');
}

/** The number of bytes of the character at an offset; 0 if the bytes are invalid. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) {
    return 1;
  }
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const end = at + length;
  return end <= bytes.length && isUtf8(bytes.subarray(at, end)) ? length : 0;
}

function utf8Bytes(text: string): Buffer {
  const parts: Buffer[] = [];
  let start = 0;
  for (const { index, 0: escaped } of text.matchAll(LONE)) {
    parts.push(Buffer.from(text.slice(start, index)), Buffer.of(escaped.charCodeAt(0) - ESCAPE));
    start = index + 1;
  }
  return parts.length === 0
    ? Buffer.from(text)
    : Buffer.concat([...parts, Buffer.from(text.slice(start))]);
}
