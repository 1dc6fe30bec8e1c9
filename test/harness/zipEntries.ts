import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** The names of the files in a ZIP archive, as its directory lists them. */
export const zipEntries = (archive: Buffer): string[] => [...readZip(archive).keys()];

/** The files in a ZIP archive and their content. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(uint32(END_OF_DIRECTORY));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = archive.readUInt16LE(at + 28);
    const extraLength = archive.readUInt16LE(at + 30);
    const commentLength = archive.readUInt16LE(at + 32);
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), contentOf(archive, at));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** The content of the file whose directory entry is at the offset. */
function contentOf(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const size = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const bytes = archive.subarray(from, from + size);
  return method === DEFLATED ? inflateRawSync(bytes) : bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
