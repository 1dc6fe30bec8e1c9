import type { Attachment, MediaAttachment } from '../../../core/prompt/attachment.ts';
import { sniffImage } from '../../../core/prompt/media/sniffImage.ts';
import { t } from '../../../core/l10n.ts';

/** Models scale down what is larger, and some refuse it. */
const EDGE_PX = 2000;
const IMAGE_BYTES = 3_500_000;
/** Opening more would take the page's memory. */
const PIXEL_LIMIT = 40_000_000;

/** Draws a picture smaller, where there is a page to do it. */
export type ScaleImage = (image: {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}) => Promise<{ readonly data: string; readonly mimeType: string } | undefined>;

/** A picture of a size that agents take; a smaller one says what it was. */
export async function fitImage(image: MediaAttachment, scale: ScaleImage): Promise<Attachment> {
  const { data, mimeType, sizeBytes } = image;
  const facts = sniffImage(Buffer.from(data, 'base64'));
  if (!facts || (Math.max(facts.width, facts.height) <= EDGE_PX && sizeBytes <= IMAGE_BYTES)) {
    return image;
  }
  const size = `${facts.width} × ${facts.height}`;
  if (facts.width * facts.height > PIXEL_LIMIT) {
    return {
      kind: 'link',
      mimeType,
      sizeBytes,
      why: t('{0} pixels are too many for a picture', size),
    };
  }
  const scaled = await scale({ data, mimeType, edgePx: EDGE_PX });
  return scaled
    ? {
        ...image,
        ...scaled,
        sizeBytes: Buffer.byteLength(scaled.data, 'base64'),
        scaledFrom: t('{0} pixels', size),
      }
    : image;
}
