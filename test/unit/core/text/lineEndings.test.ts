import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLineEndingsOf } from '../../../../src/core/text/lineEndings.ts';
import { text } from './randomTexts.ts';

describe('withLineEndingsOf', () => {
  it('gives the file back from what VS Code shows of it, mixed endings and all', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('\n', '\r\n'), (onDisk, shown) => {
        const document = onDisk.replaceAll(/\r\n|\r|\n/g, shown);
        expect(withLineEndingsOf(onDisk, document)).toBe(onDisk);
      }),
    );
  });

  it('leaves the endings of new lines as they are', () => {
    expect(withLineEndingsOf('a\r\nb\nc\r', 'a\nnew\nb\nc\n')).toBe('a\r\nnew\nb\nc\r');
  });

  it('lets the document decide about the final newline', () => {
    expect(withLineEndingsOf('a\r\nb', 'a\nb\n')).toBe('a\r\nb\n');
    expect(withLineEndingsOf('a\r\nb\r\n', 'a\nb')).toBe('a\r\nb');
  });
});
