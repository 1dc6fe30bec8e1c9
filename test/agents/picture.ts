import { deflateSync } from 'node:zlib';

/** A blue image of 8 by 8 pixels, as PNG. */
export const PICTURE = png(8, [0x20, 0x40, 0xc0]);

function png(size: number, color: readonly number[]): Buffer {
  const row = [0, ...Array.from({ length: size }, () => color).flat()];
  const dots = Buffer.from(Array.from({ length: size }, () => row).flat());
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(dots)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let rest = 0xffff_ffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
    }
  }
  return (rest ^ 0xffff_ffff) >>> 0;
}
