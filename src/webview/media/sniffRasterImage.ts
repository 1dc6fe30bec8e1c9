import { type ImageInfo, SNIFF_BYTES, sniffImage } from '../../core/prompt/media/sniffImage.ts';

const HEAD_BASE64_CHARS = (SNIFF_BYTES / 3) * 4;

/** The type and size of a base64 image of a supported format. SVG is not supported, since it can contain scripts. */
export function sniffRasterImage(base64: string): ImageInfo | undefined {
  const head = base64.slice(0, HEAD_BASE64_CHARS);
  try {
    const binary = atob(head.slice(0, head.length - (head.length % 4)));
    return sniffImage(Uint8Array.from(binary, char => char.charCodeAt(0)));
  } catch {
    return undefined; // Not base64.
  }
}
