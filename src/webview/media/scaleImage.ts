import { encodeBase64 } from './encodeBase64.ts';

const JPEG_QUALITY = 0.85;
/** An image that is still larger than this as PNG is a photograph. */
const PNG_LIMIT_BYTES = 1_500_000;

/** Scales an image (base64 in and out) so that its longer edge fits; `null` if the browser cannot read it. */
export async function scaleImage(image: {
  readonly data: string;
  readonly mimeType: string;
  readonly edgePx: number;
}): Promise<{ readonly data: string; readonly mimeType: string } | null> {
  try {
    const bytes = Uint8Array.from(atob(image.data), char => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: image.mimeType }));
    const canvas = drawn(bitmap, image.edgePx);
    bitmap.close();
    const png = await blobOf(canvas, 'image/png');
    const isPhoto = image.mimeType === 'image/jpeg' || png.size > PNG_LIMIT_BYTES;
    const blob = isPhoto ? await blobOf(canvas, 'image/jpeg') : png;
    return { data: encodeBase64(await blob.arrayBuffer()), mimeType: blob.type };
  } catch {
    return null; // Damaged, or of an unsupported format.
  }
}

function drawn(bitmap: ImageBitmap, edgePx: number): HTMLCanvasElement {
  const scale = Math.min(1, edgePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const take = (blob: Blob | null): void =>
      blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'));
    canvas.toBlob(take, type, JPEG_QUALITY);
  });
