import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placedText } from '../../../../src/core/files/placedText.ts';

describe('placedText', () => {
  it('takes a change of the whole file for what it is', () => {
    expect(placedText('a\nb\n', { oldText: 'a\nb\n', newText: 'c\n' })).toBe('c\n');
    expect(placedText(undefined, { newText: 'new\n' })).toBe('new\n');
    expect(placedText('old\n', { newText: 'new\n' })).toBe('new\n');
  });

  it('puts a piece where it stands, with the file’s line endings', () => {
    expect(placedText('a\nb\nc\n', { oldText: 'b\n', newText: 'B\nB\n' })).toBe('a\nB\nB\nc\n');
    expect(placedText('a\r\nb\r\nc\r\n', { oldText: 'b\nc', newText: 'B' })).toBe('a\r\nB\r\n');
  });

  it('guesses nothing: a piece that is not there, or there twice, is not placed', () => {
    expect(placedText('a\na\n', { oldText: 'a', newText: 'b' })).toBeUndefined();
    expect(placedText('aaa', { oldText: 'aa', newText: 'b' })).toBeUndefined();
    expect(placedText('a\n', { oldText: 'x', newText: 'b' })).toBeUndefined();
    expect(placedText('a\n', { oldText: '', newText: 'b' })).toBeUndefined();
    expect(placedText(undefined, { oldText: 'a', newText: 'b' })).toBeUndefined();
  });

  it('changes nothing but the piece', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, old, after) => {
        const file = `${before}<${old}>${after}`;
        const text = placedText(file, { oldText: `<${old}>`, newText: '!' });
        fc.pre(text !== undefined && !file.includes('\r'));
        expect(text).toBe(`${before}!${after}`);
      }),
    );
  });
});
