import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getMimeType } from '../../../../../src/core/prompt/media/mimeType.ts';
import { sniffAudio } from '../../../../../src/core/prompt/media/sniffAudio.ts';
import { sniffImage } from '../../../../../src/core/prompt/media/sniffImage.ts';

const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));
const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** Real files, made by ImageMagick and cwebp: a few pixels each. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQgwQCgAd7gP9xvyGPAAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAwACAPAAAP8AAAAAACH5BAAAAAAALAAAAAADAAIAAAIChF8AOw==';
const WEBP_LOSSLESS = 'UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA';
const WEBP_LOSSY = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/v89WAAA';

/** A JPEG up to its frame header: start, a profile segment, then the size. */
const JPEG = latin(
  `\xff\xd8\xff\xe0\x00\x04ab\xff\xdb\x00\x05abc\xff\xc2\x00\x11\x08\x01\x2c\x02\x58\x03${'x'.repeat(12)}`,
);
const WEBP_EXTENDED = latin(
  `RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x7f\x02\x00\xdf\x01\x00`,
);

describe('sniffImage', () => {
  it.each([
    ['a PNG', bytes(PNG), { mimeType: 'image/png', width: 3, height: 2 }],
    ['a GIF', bytes(GIF), { mimeType: 'image/gif', width: 3, height: 2 }],
    ['a lossless WebP', bytes(WEBP_LOSSLESS), { mimeType: 'image/webp', width: 3, height: 2 }],
    ['a lossy WebP', bytes(WEBP_LOSSY), { mimeType: 'image/webp', width: 1, height: 1 }],
    ['an extended WebP', WEBP_EXTENDED, { mimeType: 'image/webp', width: 640, height: 480 }],
    ['a JPEG', JPEG, { mimeType: 'image/jpeg', width: 600, height: 300 }],
  ])('detects %s and its size by content', (_, content, facts) => {
    expect(sniffImage(content)).toEqual(facts);
  });

  it('recognizes an image inside a larger buffer', () => {
    const padded = Buffer.concat([Buffer.from('xx'), bytes(PNG)]);
    expect(sniffImage(padded.subarray(2))).toMatchObject({ width: 3 });
  });

  it('accepts any bytes', () => {
    const start = fc.constantFrom(bytes(PNG), bytes(GIF), bytes(WEBP_LOSSLESS), JPEG);
    fc.assert(
      fc.property(start, fc.nat({ max: 40 }), fc.uint8Array(), (head, length, tail) => {
        const content = Buffer.concat([head.subarray(0, length), tail]);
        expect(() => [sniffImage(content), sniffAudio(content)]).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('finds no image in text', () => {
    expect(sniffImage(latin('<svg></svg>'))).toBeUndefined();
    expect(sniffImage(latin('GIF for everyone'))).toBeUndefined();
  });
});

describe('sniffAudio', () => {
  it.each([
    ['RIFF\x00\x00\x00\x00WAVEfmt ', 'audio/wav'],
    ['fLaC\x00', 'audio/flac'],
    [`OggS${'\x00'.repeat(24)}OpusHead`, 'audio/ogg'],
    ['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
    ['ID3\x04', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ])('detects audio by content', (content, type) => {
    expect(sniffAudio(latin(content))).toBe(type);
  });

  it('does not treat video, text or UTF-16 as audio', () => {
    for (const content of [
      '\x00\x00\x00\x20ftypisom',
      `OggS${'\x00'.repeat(24)}\x80theora`,
      'hello',
      '\xff\xfeh\x00',
    ]) {
      expect(sniffAudio(latin(content))).toBeUndefined();
    }
  });
});

describe('getMimeType', () => {
  it.each([
    ['a.ts', 'text/typescript'],
    ['A.PY', 'text/x-python'],
    ['report.pdf', 'application/pdf'],
    ['Dockerfile', 'text/x-dockerfile'],
    ['archive.tar.gz', 'application/gzip'],
  ])('returns the type of %s', (name, type) => {
    expect(getMimeType(name)).toBe(type);
  });

  it('returns nothing for unknown names', () => {
    expect(getMimeType('LICENSE')).toBeUndefined();
    expect(getMimeType('a.constructor')).toBeUndefined();
  });
});
