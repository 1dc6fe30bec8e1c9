/** A picture's real type and size, read from its first bytes. */
export interface Raster {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** A JPEG names its size somewhere in the first part of the file. */
const HEAD_BASE64_CHARS = 512 * 1024;

/** What a base64 text holds if it is a picture of a kind we show. SVG is none: it can carry scripts. */
export function rasterOf(base64: string): Raster | undefined {
  const bytes = headBytes(base64);
  return bytes && (png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes));
}

function headBytes(base64: string): DataView | undefined {
  const head = base64.slice(0, HEAD_BASE64_CHARS);
  try {
    const binary = atob(head.slice(0, head.length - (head.length % 4)));
    const bytes = Uint8Array.from(binary, char => char.charCodeAt(0));
    return bytes.length < 32 ? undefined : new DataView(bytes.buffer);
  } catch {
    return undefined; // Not base64: no picture.
  }
}

function png(bytes: DataView): Raster | undefined {
  return bytes.getUint32(0) === 0x89504e47
    ? { mimeType: 'image/png', width: bytes.getUint32(16), height: bytes.getUint32(20) }
    : undefined;
}

function gif(bytes: DataView): Raster | undefined {
  return bytes.getUint32(0) === 0x47494638
    ? { mimeType: 'image/gif', width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
    : undefined;
}

function webp(bytes: DataView): Raster | undefined {
  if (bytes.getUint32(0) !== 0x52494646 || bytes.getUint32(8) !== 0x57454250) {
    return undefined;
  }
  const mimeType = 'image/webp';
  switch (bytes.getUint32(12)) {
    case 0x56503858: // Extended
      return { mimeType, width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) };
    case 0x5650384c: {
      // Lossless
      const sizes = bytes.getUint32(21, true);
      return { mimeType, width: 1 + (sizes & 0x3fff), height: 1 + ((sizes >>> 14) & 0x3fff) };
    }
    case 0x56503820: // Lossy
      return {
        mimeType,
        width: bytes.getUint16(26, true) & 0x3fff,
        height: bytes.getUint16(28, true) & 0x3fff,
      };
    default:
      return undefined;
  }
}

const uint24 = (bytes: DataView, at: number): number =>
  bytes.getUint16(at, true) | (bytes.getUint8(at + 2) << 16);

/** Walks over the segments to the one that begins a frame. */
function jpeg(bytes: DataView): Raster | undefined {
  if (bytes.getUint16(0) !== 0xffd8) {
    return undefined;
  }
  let at = 2;
  while (at + 9 < bytes.byteLength && bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    if (isFrame(marker)) {
      return {
        mimeType: 'image/jpeg',
        width: bytes.getUint16(at + 7),
        height: bytes.getUint16(at + 5),
      };
    }
    at += 2 + Math.max(2, bytes.getUint16(at + 2));
  }
  return undefined;
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
