import type { PastedMedia } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { scaleImage } from './scaleImage.ts';

/** Twice the size on the screen, for displays with a higher resolution. */
const EDGE_PX = 64;

/** Keeps small images by their capture. The extension has the images themselves. */
export interface ThumbnailStore {
  getThumbnail(capture: string): string | undefined;
  saveThumbnail(capture: string, dataUrl: string): void;
}

/** The images that were pasted into this page, until their thumbnails are in the store. */
const pasted = new Map<string, string>();
let store: ThumbnailStore | undefined;

/** Sets where thumbnails are kept, so that they are there after a reload. */
export function setThumbnailStore(kept: ThumbnailStore): void {
  store = kept;
}

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
    const image = images[at];
    if (image) {
      pasted.set(capture, toDataUrl(image));
      void saveScaled(capture, image);
    }
  }
}

async function saveScaled(capture: string, image: PastedMedia): Promise<void> {
  const small = await scaleImage({ ...image, edgePx: EDGE_PX });
  if (small && store) {
    store.saveThumbnail(capture, toDataUrl(small));
    pasted.delete(capture);
  }
}

const toDataUrl = ({ mimeType, data }: Pick<PastedMedia, 'mimeType' | 'data'>): string =>
  `data:${mimeType};base64,${data}`;

export const thumbnailOf = (mention: Mention): string | undefined =>
  mention.kind === 'image'
    ? (pasted.get(mention.capture) ?? store?.getThumbnail(mention.capture))
    : undefined;

/** An SVG could contain anything. */
const RASTER = /^image\/(?:png|jpeg|gif|webp|bmp)$/;
