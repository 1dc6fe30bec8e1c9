import type { Attachment, MediaAttachment } from '../../../core/prompt/attachment.ts';
import { sniffImage } from '../../../core/prompt/media/sniffImage.ts';
import { t } from '../../../core/l10n.ts';

/** Models scale down larger images, and some reject them. */
const EDGE_PX = 2000;
const IMAGE_BYTES = 3_500_000;
/** Decoding a larger image would take too much memory in the webview. */
const PIXEL_LIMIT = 40_000_000;

/** Scales an image down in a webview. Undefined if none is loaded. */
export type ImageScaler = (image: {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}) => Promise<{ readonly data: string; readonly mimeType: string } | undefined>;

/** Scales an image down to a size that agents accept, and records its original size. */
export async function fitImage(image: MediaAttachment, scale: ImageScaler): Promise<Attachment> {
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
      why: t('{0} pixels is too large for an image', size),
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
