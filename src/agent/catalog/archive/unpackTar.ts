import { ArchiveError } from './unpackFolder.ts';
import type { UnpackFolder } from './unpackFolder.ts';
import { t } from '../../../core/l10n.ts';

const BLOCK = 512;
const MAX_PADDING_BYTES = 16 * 1024 * 1024;
const MAX_NAME_BYTES = 64 * 1024;

/** Unpacks a tar stream: the ustar format with the long names of pax and GNU. */
export async function unpackTar(
  stream: AsyncIterable<Uint8Array>,
  folder: UnpackFolder,
): Promise<void> {
  const bytes = new ByteReader(stream);
  let long: LongNames = {};
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (block.every(byte => byte === 0)) {
      return bytes.drain(); // The end. What follows is padding and the checksum of the compression.
    }
    const header = parseHeader(block);
    const named = await longNames(header, bytes, long);
    if (named) {
      long = named;
      continue;
    }
    await unpackEntry({ ...header, ...long }, bytes, folder);
    long = {};
  }
}

interface Header {
  readonly path: string;
  readonly link: string;
  readonly type: string;
  readonly mode: number;
  readonly size: number;
}

type LongNames = Partial<Pick<Header, 'path' | 'link' | 'size'>>;

async function unpackEntry(header: Header, bytes: ByteReader, folder: UnpackFolder): Promise<void> {
  const { path, link, type, mode, size } = header;
  switch (type) {
    case '0':
    case '\0':
    case '7':
      await folder.addFile(path, mode, bytes.chunks(size));
      return bytes.skip(padding(size));
    case '5':
      // Some archives begin with the folder itself.
      if (path !== './' && path !== '.') {
        await folder.addFolder(path);
      }
      return bytes.skip(size + padding(size));
    case '2':
      folder.addLink(path, link);
      return bytes.skip(size + padding(size));
    default:
      throw new ArchiveError(
        t("its entry {0} isn't a regular file", JSON.stringify(path.slice(0, 100))),
      );
  }
}

/** Some entries only name the next one. */
async function longNames(
  { type, size }: Header,
  bytes: ByteReader,
  before: LongNames,
): Promise<LongNames | undefined> {
  if (!'LKxg'.includes(type) || type === '') {
    return undefined;
  }
  if (size > MAX_NAME_BYTES) {
    throw new ArchiveError(t('it contains a name that is too long'));
  }
  const content = (await bytes.take(size)).toString('utf8');
  await bytes.skip(padding(size));
  switch (type) {
    case 'L':
      return { ...before, path: untilNul(content) };
    case 'K':
      return { ...before, link: untilNul(content) };
    case 'x':
      return { ...before, ...parsePax(content) };
    default:
      return before; // Headers that apply to all entries are not needed.
  }
}

/**
 * Parses records such as `30 path=a/very/long/name
 * `, where the number is the length of the record.
 */
function parsePax(content: string): LongNames {
  const found: { path?: string; link?: string; size?: number } = {};
  for (const record of content.split('\n')) {
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)$/s.exec(record) ?? [];
    if (key === 'path') {
      found.path = value;
    } else if (key === 'linkpath') {
      found.link = value;
    } else if (key === 'size') {
      found.size = checkedSize(Number(value));
    } else if (key?.startsWith('GNU.sparse')) {
      throw new ArchiveError(t('it contains a sparse file'));
    }
  }
  return found;
}

function parseHeader(block: Buffer): Header {
  const expected = parseOctal(block.subarray(148, 156));
  const blanked = Buffer.concat([
    block.subarray(0, 148),
    Buffer.alloc(8, ' '),
    block.subarray(156),
  ]);
  if (blanked.reduce((sum, byte) => sum + byte, 0) !== expected) {
    throw new ArchiveError(t('its checksum is wrong'));
  }
  const name = field(block, 0, 100);
  const prefix = field(block, 257, 6).startsWith('ustar') ? field(block, 345, 155) : '';
  return {
    path: prefix ? `${prefix}/${name}` : name,
    link: field(block, 157, 100),
    type: String.fromCharCode(block[156] ?? 0),
    mode: parseOctal(block.subarray(100, 108)),
    size: checkedSize(parseOctal(block.subarray(124, 136))),
  };
}

/** Numbers are octal text or, where that is too short, binary after a set first bit. */
function parseOctal(bytes: Buffer): number {
  if ((bytes[0] ?? 0) & 0x80) {
    return bytes.readUIntBE(bytes.length - 6, 6);
  }
  return Number.parseInt(bytes.toString('latin1').replaceAll('\0', ' ').trim() || '0', 8);
}

function checkedSize(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new ArchiveError(t('it contains an invalid size'));
  }
  return size;
}

const field = (block: Buffer, start: number, length: number): string =>
  untilNul(block.toString('utf8', start, start + length));

const untilNul = (text: string): string => text.split('\0')[0] ?? '';

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Reads a stream in portions of the requested size. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#source = stream[Symbol.asyncIterator]();
  }

  /** For small portions, which are kept in memory. */
  async take(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.chunks(count)) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async skip(count: number): Promise<void> {
    for await (const part of this.chunks(count)) {
      void part;
    }
  }

  /** Reads to the end, so that the decompression can verify the whole stream. */
  async drain(): Promise<void> {
    let bytes = 0;
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) {
      bytes += next.value.length;
      if (bytes > MAX_PADDING_BYTES) {
        throw new ArchiveError(t('it is too large when unpacked'));
      }
    }
  }

  async *chunks(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0) {
      if (this.#rest.length === 0) {
        await this.#fill();
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #fill(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) {
      throw new ArchiveError(t('it is incomplete'));
    }
    this.#rest = Buffer.from(next.value);
  }
}
