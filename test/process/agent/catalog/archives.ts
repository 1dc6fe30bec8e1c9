import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** An entry of a test archive. Its values are written as they are, valid or not. */
export interface TestEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
  /** The type letter of tar. */
  readonly type?: string;
  readonly link?: string;
  /** The size in the header, if it is not the true one. */
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
}

/** A tar archive, by default with the two empty blocks at its end. */
export function tar(entries: readonly TestEntry[], end = Buffer.alloc(1024)): Buffer {
  return Buffer.concat([...entries.map(tarEntry), end]);
}

export const tarGz = (entries: readonly TestEntry[]): Buffer => gzipSync(tar(entries));

function tarEntry(entry: TestEntry): Buffer {
  const content = Buffer.from(entry.content ?? '');
  const header = Buffer.alloc(512);
  header.write(entry.name, 0, 100, 'utf8');
  header.write((entry.mode ?? 0o644).toString(8).padStart(7, '0'), 100);
  header.write('0000000\x000000000\0', 108);
  header.write((entry.size ?? content.length).toString(8).padStart(11, '0'), 124);
  header.write('00000000000', 136);
  header.write(' '.repeat(8), 148);
  header.write(entry.type ?? '0', 156);
  header.write(entry.link ?? '', 157, 100, 'utf8');
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0) + (entry.crc ?? 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A zip archive. */
export function zip(entries: readonly TestEntry[], comment = ''): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const body = zipBody(entry);
    directory.push(zipListing(entry, offset));
    bodies.push(body);
    offset += body.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, listing, end, Buffer.from(comment)]);
}

const packed = (entry: TestEntry): Buffer =>
  entry.method === 0
    ? Buffer.from(entry.content ?? '')
    : deflateRawSync(Buffer.from(entry.content ?? ''));

function zipBody(entry: TestEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 26);
  return Buffer.concat([header, Buffer.from(entry.name), packed(entry)]);
}

function zipListing(entry: TestEntry, offset: number): Buffer {
  const content = Buffer.from(entry.content ?? '');
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(entry.flags ?? 0, 8);
  header.writeUInt16LE(entry.method ?? 8, 10);
  header.writeUInt32LE(entry.crc ?? crc32(content), 16);
  header.writeUInt32LE(packed(entry).length, 20);
  header.writeUInt32LE(entry.size ?? content.length, 24);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 28);
  header.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(entry.name)]);
}
