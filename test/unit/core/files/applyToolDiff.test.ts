import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyToolDiff } from '../../../../src/core/files/applyToolDiff.ts';

describe('placedText', () => {
  it('takes a change of the whole file for what it is', () => {
    expect(applyToolDiff('a\nb\n', { oldText: 'a\nb\n', newText: 'c\n' })).toBe('c\n');
    expect(applyToolDiff(undefined, { newText: 'new\n' })).toBe('new\n');
    expect(applyToolDiff('old\n', { newText: 'new\n' })).toBe('new\n');
  });

  it('puts a piece where it stands, with the file’s line endings', () => {
    expect(applyToolDiff('a\nb\nc\n', { oldText: 'b\n', newText: 'B\nB\n' })).toBe('a\nB\nB\nc\n');
    expect(applyToolDiff('a\r\nb\r\nc\r\n', { oldText: 'b\nc', newText: 'B' })).toBe('a\r\nB\r\n');
  });

  it('guesses nothing: a piece that is not there, or there twice, is not placed', () => {
    expect(applyToolDiff('a\na\n', { oldText: 'a', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('aaa', { oldText: 'aa', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('a\n', { oldText: 'x', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('a\n', { oldText: '', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff(undefined, { oldText: 'a', newText: 'b' })).toBeUndefined();
  });

  it('changes nothing but the piece', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, old, after) => {
        const file = `${before}<${old}>${after}`;
        const text = applyToolDiff(file, { oldText: `<${old}>`, newText: '!' });
        fc.pre(text !== undefined && !file.includes('\r'));
        expect(text).toBe(`${before}!${after}`);
      }),
    );
  });
});
