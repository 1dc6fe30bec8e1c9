// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const BLOCK_BYTES = 512;

/**
 * Writes the plain files of a tar archive below `folder`. A reader of our own, because a bare machine may have no `tar`;
 * it knows what npm and Chromium's packer write: ustar headers, with long names in pax records.
 * @param {Uint8Array} archive
 * @param {string} folder
 * @param {string} [inside] only what lies in this folder of the archive, whose own path is left out
 */
export async function untar(archive, folder, inside = '') {
  const prefix = inside === '' ? '' : `${inside}/`;
  for (const file of filesIn(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))) {
    const target = path.join(folder, file.name.slice(prefix.length));
    if (file.name.startsWith(prefix) && target.startsWith(folder + path.sep)) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, file.content, { mode: file.mode });
    }
  }
}

/**
 * @param {Buffer} archive
 * @returns {Generator<{ name: string; mode: number; content: Buffer }>}
 */
function* filesIn(archive) {
  let longName = '';
  for (let at = 0; archive[at];) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    const sizeBytes = Number.parseInt(text(header, 124, 12), 8);
    const content = archive.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + sizeBytes);
    const kind = text(header, 156, 1);
    if (kind === 'x') {
      longName = /^\d+ path=(.*)$/m.exec(content.toString())?.[1] ?? '';
    } else {
      if (kind === '0' || kind === '') {
        const mode = Number.parseInt(text(header, 100, 8), 8) | 0o200;
        yield { name: longName || shortName(header), mode, content };
      }
      longName = '';
    }
    at += BLOCK_BYTES + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

/** @param {Buffer} header */
function shortName(header) {
  return path.posix.join(text(header, 345, 155), text(header, 0, 100));
}

/**
 * @param {Buffer} header
 * @param {number} start
 * @param {number} length
 */
function text(header, start, length) {
  const field = header.subarray(start, start + length).toString();
  return field.split('\0', 1)[0] ?? '';
}
