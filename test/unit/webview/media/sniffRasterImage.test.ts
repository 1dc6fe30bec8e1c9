import { describe, expect, it } from 'vitest';
import { sniffRasterImage } from '../../../../src/webview/media/sniffRasterImage.ts';

const base64 = (...bytes: readonly number[]): string =>
  btoa(String.fromCharCode(...bytes) + '\u0000'.repeat(64));

const ascii = (text: string): number[] => Array.from(text, char => char.charCodeAt(0));

describe('a raster image', () => {
  it('is recognized by its bytes', () => {
    expect(
      sniffRasterImage(
        base64(
          0x89,
          ...ascii('PNG\r\n\u001a\n'),
          0,
          0,
          0,
          13,
          ...ascii('IHDR'),
          0,
          0,
          2,
          0,
          0,
          0,
          1,
          0,
        ),
      ),
    ).toEqual({ mimeType: 'image/png', width: 512, height: 256 });
    expect(sniffRasterImage(base64(...ascii('GIF89a'), 4, 0, 3, 0))).toEqual({
      mimeType: 'image/gif',
      width: 4,
      height: 3,
    });
    expect(
      sniffRasterImage(
        base64(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 10, 0, 20, 3),
      ),
    ).toEqual({ mimeType: 'image/jpeg', width: 20, height: 10 });
    expect(
      sniffRasterImage(
        base64(
          ...ascii('RIFF'),
          0,
          0,
          0,
          0,
          ...ascii('WEBPVP8X'),
          10,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          9,
          0,
          0,
          4,
          0,
          0,
        ),
      ),
    ).toEqual({ mimeType: 'image/webp', width: 10, height: 5 });
  });

  it.each([
    ['a drawing with scripts', btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>')],
    ['something that is not base64', '<script>'],
    ['nothing', ''],
    ['a JPEG without a frame', base64(0xff, 0xd8, 0xff, 0xd9)],
  ])('is not recognized: %s', (_, data) => {
    expect(sniffRasterImage(data)).toBeUndefined();
  });
});
