import type { PastedMedia } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';

const KEPT = 20;

/** The images pasted last, by their capture, for the life of the page: the extension has the images themselves. */
const thumbnails = new Map<string, string>();

/** Remembers the images that the extension has turned into mentions, which are in the same order. */
export function rememberThumbnails(
  mentions: readonly Mention[],
  media: readonly PastedMedia[],
): void {
  const images = media.filter(({ mimeType }) => RASTER.test(mimeType));
  const mentioned = mentions.flatMap(mention => (mention.kind === 'image' ? [mention] : []));
  if (images.length !== mentioned.length) {
    return; // Some were refused, and it is unknown which.
  }
  for (const [at, { capture }] of mentioned.entries()) {
    thumbnails.set(capture, `data:${images[at]?.mimeType};base64,${images[at]?.data}`);
  }
  for (const oldest of [...thumbnails.keys()].slice(0, -KEPT)) {
    thumbnails.delete(oldest);
  }
}

export const thumbnailOf = (mention: Mention): string | undefined =>
  mention.kind === 'image' ? thumbnails.get(mention.capture) : undefined;

/** An SVG could contain anything. */
const RASTER = /^image\/(?:png|jpeg|gif|webp|bmp)$/;
