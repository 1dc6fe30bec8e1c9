import { t } from '../l10n.ts';

export function utf8ByteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      bytes++;
    } else {
      const point = text.codePointAt(at) ?? code;
      bytes += codePointByteLength(point);
      at += point > 0xffff ? 1 : 0;
    }
  }
  return bytes;
}

/** The length of a code point in UTF-8 bytes; a lone surrogate counts as the replacement character. */
export function codePointByteLength(point: number): number {
  if (point < 0x80) {
    return 1;
  }
  if (point < 0x800) {
    return 2;
  }
  return point > 0xffff ? 4 : 3;
}

/** Formats a size: `640 bytes`, `12 kB`, `1.5 MB`. */
export function formatByteSize(bytes: number): string {
  if (bytes < 1000) {
    return bytes === 1 ? t('1 byte') : t('{0} bytes', bytes);
  }
  const inKb = bytes / 1024;
  return inKb < 1000
    ? t('{0} KB', Math.max(1, Math.round(inKb)))
    : t('{0} MB', (inKb / 1024).toFixed(1));
}
