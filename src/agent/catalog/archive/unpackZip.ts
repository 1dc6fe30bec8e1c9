import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { ArchiveError } from './unpackFolder.ts';
import type { UnpackFolder } from './unpackFolder.ts';
import { t } from '../../../core/l10n.ts';

/** Unpacks a zip file by its central directory. */
export async function unpackZip(path: string, folder: UnpackFolder): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const entries = await readDirectory(file, size);
    // Entries that share their bytes are a way to make a zip bomb.
    if (entries.reduce((sum, entry) => sum + entry.packedSize, 0) > size) {
      throw new ArchiveError(t('its entries overlap'));
    }
    for (const entry of entries) {
      await unpackEntry(file, entry, folder);
    }
  } finally {
    await file.close();
  }
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly mode: number;
  readonly offset: number;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const TOO_LARGE = 0xffffffff;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
const LINK_BYTES = 4096;

async function readDirectory(file: FileHandle, size: number): Promise<readonly Entry[]> {
  const tailSize = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, size - tailSize, tailSize);
  const end = findEnd(tail);
  const count = tail.readUInt16LE(end + 10);
  const directorySize = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (count === 0xffff || start === TOO_LARGE || directorySize > MAX_DIRECTORY_BYTES) {
    throw new ArchiveError(t('it is too large for an agent'));
  }
  const directory = await readAt(file, start, directorySize);
  const entries: Entry[] = [];
  let at = 0;
  while (entries.length < count) {
    const { entry, next } = readEntry(directory, at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_MARK) {
      return at;
    }
  }
  throw new ArchiveError(t('its end is missing'));
}

function readEntry(directory: Buffer, at: number): { entry: Entry; next: number } {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_MARK) {
    throw new ArchiveError(t('its list of entries is damaged'));
  }
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
  const entry: Entry = {
    flags: directory.readUInt16LE(at + 8),
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packedSize: directory.readUInt32LE(at + 20),
    size: directory.readUInt32LE(at + 24),
    mode: directory.readUInt32LE(at + 38) >>> 16,
    offset: directory.readUInt32LE(at + 42),
    name: directory.toString('utf8', at + 46, nameEnd),
  };
  const next = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  return { entry, next };
}

async function unpackEntry(file: FileHandle, entry: Entry, folder: UnpackFolder): Promise<void> {
  const kind = entry.mode & 0o170000;
  if (entry.name.endsWith('/')) {
    return folder.addFolder(entry.name);
  }
  if (kind === 0o120000) {
    if (entry.size > LINK_BYTES) {
      throw new ArchiveError(t('its link {0} is too long', entry.name));
    }
    const parts: Uint8Array[] = [];
    for await (const part of contentOf(file, entry)) {
      parts.push(part);
    }
    return folder.addLink(entry.name, Buffer.concat(parts).toString('utf8'));
  }
  if (kind !== 0 && kind !== 0o100000) {
    throw new ArchiveError(t("its entry {0} isn't a regular file", JSON.stringify(entry.name)));
  }
  return folder.addFile(entry.name, entry.mode, contentOf(file, entry));
}

/** The uncompressed bytes. Their number and checksum must match the directory. */
async function* contentOf(file: FileHandle, entry: Entry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for await (const chunk of unpacked(await packedBytes(file, entry), entry)) {
    size += chunk.length;
    if (size > entry.size) {
      break;
    }
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size || crc !== entry.crc) {
    throw new ArchiveError(t('its entry {0} is damaged', JSON.stringify(entry.name)));
  }
}

async function packedBytes(file: FileHandle, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const header = await readAt(file, entry.offset, 30);
  if (header.readUInt32LE(0) !== LOCAL_MARK) {
    throw new ArchiveError(t('its entry {0} is at the wrong position', JSON.stringify(entry.name)));
  }
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  return pieces(file, start, start + entry.packedSize);
}

function unpacked(bytes: AsyncIterable<Buffer>, entry: Entry): AsyncIterable<Uint8Array> {
  if (entry.flags & 1) {
    throw new ArchiveError(t('it is encrypted'));
  }
  switch (entry.method) {
    case 0:
      return bytes;
    case 8:
      return inflated(bytes);
    default:
      throw new ArchiveError(t("its compression isn't supported ({0})", entry.method));
  }
}

function inflated(bytes: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  // An error on either side reaches the reader.
  return pipeline(Readable.from(bytes), createInflateRaw(), () => {});
}

const PIECE_BYTES = 256 * 1024;

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    yield await readAt(file, at, Math.min(PIECE_BYTES, end - at));
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) {
    throw new ArchiveError(t('it is incomplete'));
  }
  return buffer;
}
