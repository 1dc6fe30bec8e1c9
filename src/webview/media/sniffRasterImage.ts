import { type ImageInfo, SNIFF_BYTES, sniffImage } from '../../core/prompt/media/sniffImage.ts';

const HEAD_BASE64_CHARS = (SNIFF_BYTES / 3) * 4;

/** What a base64 text holds if it is a picture of a kind we show. SVG is none: it can carry scripts. */
export function sniffRasterImage(base64: string): ImageInfo | undefined {
  const head = base64.slice(0, HEAD_BASE64_CHARS);
  try {
    const binary = atob(head.slice(0, head.length - (head.length % 4)));
    return sniffImage(Uint8Array.from(binary, char => char.charCodeAt(0)));
  } catch {
    return undefined; // Not base64: no picture.
  }
}
