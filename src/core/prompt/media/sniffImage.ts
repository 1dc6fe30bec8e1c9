/** The type and size of an image, read from its header. */
export interface ImageInfo {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** The bytes that `sniffImage` needs: a JPEG may contain a preview and a color profile before its size. */
export const SNIFF_BYTES = 512 * 1024;

/** Detects the image formats that agents accept from the first bytes, regardless of the name. */
export function sniffImage(bytes: Uint8Array): ImageInfo | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
}

function png(view: DataView): ImageInfo | undefined {
  const matches = startsWith(view, 0, '\x89PNG\r\n\x1a\n') && startsWith(view, 12, 'IHDR');
  if (!matches || view.byteLength < 24) {
    return undefined;
  }
  return sized('image/png', view.getUint32(16), view.getUint32(20));
}

function gif(view: DataView): ImageInfo | undefined {
  const matches = startsWith(view, 0, 'GIF87a') || startsWith(view, 0, 'GIF89a');
  if (!matches || view.byteLength < 10) {
    return undefined;
  }
  return sized('image/gif', view.getUint16(6, true), view.getUint16(8, true));
}

function webp(view: DataView): ImageInfo | undefined {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP') || view.byteLength < 30) {
    return undefined;
  }
  if (startsWith(view, 12, 'VP8X')) {
    return sized('image/webp', uint24(view, 24) + 1, uint24(view, 27) + 1);
  }
  if (startsWith(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return sized('image/webp', (bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  const lossy = startsWith(view, 12, 'VP8 ') && startsWith(view, 23, '\x9d\x01\x2a');
  return lossy
    ? sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    : undefined;
}

/** Skips the segments of a JPEG up to the frame header, which contains the size. */
function jpeg(view: DataView): ImageInfo | undefined {
  if (!startsWith(view, 0, '\xff\xd8\xff')) {
    return undefined;
  }
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrameHeader(marker)) {
      return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const sized = (
  mimeType: ImageInfo['mimeType'],
  width: number,
  height: number,
): ImageInfo | undefined => (width > 0 && height > 0 ? { mimeType, width, height } : undefined);

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

function startsWith(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) {
    return false;
  }
  return Array.from(text).every((byte, i) => view.getUint8(at + i) === byte.charCodeAt(0));
}
