import { TextDecoder } from 'node:util';
import type { TextEncodings } from '../../src/agent/files/textEncoding.ts';

/** The encoding names of the platform's decoder, by those of VS Code. */
const LABELS: Readonly<Record<string, string>> = {
  windows1250: 'windows-1250',
  windows1251: 'windows-1251',
  windows1252: 'windows-1252',
  windows1253: 'windows-1253',
  iso88592: 'iso-8859-2',
  iso885915: 'iso-8859-15',
  koi8r: 'koi8-r',
  macroman: 'macintosh',
  gbk: 'gbk',
  shiftjis: 'shift_jis',
  euckr: 'euc-kr',
  cp950: 'big5',
};

/** Encodings without an editor, by inverting the platform's decoders. `get` returns `name`. */
export function tableEncodings(name = 'utf8'): TextEncodings {
  return {
    get: () => name,
    decode: async (bytes, encoding) => new TextDecoder(LABELS[encoding]).decode(bytes),
    encode: async (text, encoding) => {
      const table = tableOf(LABELS[encoding] ?? encoding);
      return Buffer.concat(Array.from(text, character => table.get(character) ?? Buffer.from('?')));
    },
  };
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function tableOf(label: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(label);
  if (known) {
    return known;
  }
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(label, { fatal: true });
  for (const bytes of sequences()) {
    const text = decoded(decoder, bytes);
    if (text !== undefined && Array.from(text).length === 1 && !table.has(text)) {
      table.set(text, bytes);
    }
  }
  tables.set(label, table);
  return table;
}

function* sequences(): Generator<Buffer> {
  for (let byte = 0; byte < 0x100; byte += 1) {
    yield Buffer.of(byte);
  }
  for (let pair = 0x8000; pair < 0x1_0000; pair += 1) {
    yield Buffer.of(pair >> 8, pair & 0xff);
  }
}

function decoded(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined; // No character is encoded as these bytes.
  }
}
