import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { sniffRasterImage } from './sniffRasterImage.ts';
import { t } from '../ui/strings.ts';

const IMAGE_LIMIT_BASE64_CHARS = 20 * 1024 * 1024;
const IMAGE_LIMIT_PIXELS = 40_000_000;
const AUDIO_LIMIT_BASE64_CHARS = 20 * 1024 * 1024;
const AUDIO_TYPES = /^audio\/(aac|flac|mp3|mp4|mpeg|ogg|wav|wave|webm|x-wav)$/;

interface Media {
  readonly mimeType: string;
  readonly data: string;
}

/** An image of the conversation. Its type and size are read from its bytes before the browser decodes it. */
export function ImageView({ mimeType, data, alt }: Media & { alt?: string }): JSX.Element {
  const url = useMemo(() => imageUrl(data), [data]);
  const [broken, setBroken] = useState(false);
  return url === undefined || broken ? (
    <span class="muted">{t('imageRefused', mimeType.slice(0, 100))}</span>
  ) : (
    <img
      class="picture"
      src={url}
      alt={alt || t('imageFrom')}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}

function imageUrl(data: string): string | undefined {
  const raster = data.length > IMAGE_LIMIT_BASE64_CHARS ? undefined : sniffRasterImage(data);
  const pixels = (raster?.width ?? 0) * (raster?.height ?? 0);
  return raster && pixels > 0 && pixels <= IMAGE_LIMIT_PIXELS
    ? `data:${raster.mimeType};base64,${data}`
    : undefined;
}

/** An audio clip of the conversation. */
export function AudioView({ mimeType, data }: Media): JSX.Element {
  const playable = AUDIO_TYPES.test(mimeType) && data.length <= AUDIO_LIMIT_BASE64_CHARS;
  return playable ? (
    <audio controls src={`data:${mimeType};base64,${data}`} aria-label={t('audioFrom')} />
  ) : (
    <span class="muted">{t('audioRefused', mimeType.slice(0, 100))}</span>
  );
}
