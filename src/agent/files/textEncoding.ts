import { isUtf8 } from 'node:buffer';
import { internalError } from '../wire/responseError.ts';

/** Converts text from and to encodings other than Unicode, as the editor knows them. */
export interface TextEncodings {
  /** The encoding the editor uses for this file if its bytes do not tell. */
  get(path: string): string | Promise<string>;
  decode(bytes: Uint8Array, encoding: string): Promise<string>;
  /** Characters that the encoding lacks may be replaced by any others. */
  encode(text: string, encoding: string): Promise<Uint8Array>;
}

/** How a text is encoded. `name` is VS Code's, such as `utf8`, `utf16le`, `windows1252`. */
export interface TextEncoding {
  readonly name: string;
  readonly hasBom: boolean;
}

const BOMS: readonly (readonly [name: string, bom: Buffer])[] = [
  ['utf8', Buffer.of(0xef, 0xbb, 0xbf)],
  ['utf16le', Buffer.of(0xff, 0xfe)],
  ['utf16be', Buffer.of(0xfe, 0xff)],
];

/** The encoding that the bytes indicate, else the expected one. */
export function detectEncoding(bytes: Buffer, expected: string): TextEncoding {
  const marked = BOMS.find(([, bom]) => bytes.subarray(0, bom.length).equals(bom));
  if (marked) {
    return { name: marked[0], hasBom: true };
  }
  const name = expected === 'utf8bom' ? 'utf8' : expected;
  return { name: (name === 'utf8' && detectUtf16WithoutBom(bytes)) || name, hasBom: false };
}

/** An encoding by the name an editor uses; `utf8bom` is UTF-8 with a byte order mark. */
export function toTextEncoding(name: string): TextEncoding {
  return name === 'utf8bom' || name.startsWith('utf16')
    ? { name: name === 'utf8bom' ? 'utf8' : name, hasBom: true }
    : { name, hasBom: false };
}

const PROBE_BYTES = 512;

/** Uses the heuristic of VS Code: zeros at every other byte, and nowhere else, are UTF-16 without a byte order mark. */
function detectUtf16WithoutBom(bytes: Buffer): 'utf16le' | 'utf16be' | undefined {
  const head = bytes.subarray(0, Math.min(bytes.length & ~1, PROBE_BYTES));
  let [even, odd] = [0, 0];
  for (let at = head.indexOf(0); at >= 0; at = head.indexOf(0, at + 1)) {
    even += 1 - (at % 2);
    odd += at % 2;
  }
  if (head.length === 0 || (even > 0 && odd > 0) || even + odd < head.length / 4) {
    return undefined;
  }
  return odd > 0 ? 'utf16le' : 'utf16be';
}

const BINARY_PROBE_BYTES = 8_000;

/** Uses the heuristic of git: a zero byte near the start means binary, unless it is UTF-16. */
export function isBinary(bytes: Buffer, encoding: TextEncoding): boolean {
  return !encoding.name.startsWith('utf16') && bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}

/** Decodes bytes, without the byte order mark. */
export async function decodeText(
  bytes: Buffer,
  encoding: TextEncoding,
  encodings: TextEncodings,
): Promise<string> {
  const body = bytes.subarray(bomOf(encoding).length);
  switch (encoding.name) {
    case 'utf8':
      return body.toString('utf8');
    case 'utf16le':
      return body.toString('utf16le');
    case 'utf16be':
      return Buffer.from(body.subarray(0, body.length & ~1))
        .swap16()
        .toString('utf16le');
    default:
      return encodings.decode(body, encoding.name);
  }
}

/** Encodes a text. Throws if the encoding lacks a character, since that would be lost. */
export async function encodeText(
  text: string,
  encoding: TextEncoding,
  encodings: TextEncodings,
): Promise<Buffer> {
  const body = await encodedBody(text.replace(/^\uFEFF/, ''), encoding, encodings);
  return Buffer.concat([bomOf(encoding), body]);
}

async function encodedBody(
  text: string,
  encoding: TextEncoding,
  encodings: TextEncodings,
): Promise<Buffer> {
  switch (encoding.name) {
    case 'utf8':
      if (!isWellFormed(text)) {
        throw internalError(
          'The text holds half a character (a lone surrogate) and cannot be written.',
        );
      }
      return Buffer.from(text, 'utf8');
    case 'utf16le':
      return Buffer.from(text, 'utf16le');
    case 'utf16be':
      return Buffer.from(text, 'utf16le').swap16();
    default: {
      const bytes = await encodings.encode(text, encoding.name);
      const back = await encodings.decode(bytes, encoding.name);
      if (back !== text) {
        throw internalError(unmappable(text, back, encoding.name), { encoding: encoding.name });
      }
      return Buffer.from(bytes);
    }
  }
}

function unmappable(text: string, back: string, name: string): string {
  const returned = new Set(back);
  const lost = [...new Set(text)].filter(character => !returned.has(character)).slice(0, 5);
  return `The file is encoded as ${name}, which has no ${lost.map(c => JSON.stringify(c)).join(', ') || 'such text'}. Nothing was written. Use other characters.`;
}

const isWellFormed = (text: string): boolean =>
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

/** Whether some bytes are invalid in this encoding. The text has U+FFFD for them. */
export function hasInvalidBytes(bytes: Buffer, text: string, encoding: TextEncoding): boolean {
  return encoding.name === 'utf8' ? !isUtf8(bytes) : text.includes('\uFFFD');
}

function bomOf(encoding: TextEncoding): Buffer {
  const bom = encoding.hasBom ? BOMS.find(([name]) => name === encoding.name)?.[1] : undefined;
  return bom ?? Buffer.alloc(0);
}
