import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyToolDiff } from '../../../../src/core/files/applyToolDiff.ts';

describe('applyToolDiff', () => {
  it('applies a diff of the whole file', () => {
    expect(applyToolDiff('a\nb\n', { oldText: 'a\nb\n', newText: 'c\n' })).toBe('c\n');
    expect(applyToolDiff(undefined, { newText: 'new\n' })).toBe('new\n');
    expect(applyToolDiff('old\n', { newText: 'new\n' })).toBe('new\n');
  });

  it('replaces a part and keeps the line endings of the file', () => {
    expect(applyToolDiff('a\nb\nc\n', { oldText: 'b\n', newText: 'B\nB\n' })).toBe('a\nB\nB\nc\n');
    expect(applyToolDiff('a\r\nb\r\nc\r\n', { oldText: 'b\nc', newText: 'B' })).toBe('a\r\nB\r\n');
  });

  it('does not apply a part that occurs never or twice', () => {
    expect(applyToolDiff('a\na\n', { oldText: 'a', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('aaa', { oldText: 'aa', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('a\n', { oldText: 'x', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff('a\n', { oldText: '', newText: 'b' })).toBeUndefined();
    expect(applyToolDiff(undefined, { oldText: 'a', newText: 'b' })).toBeUndefined();
  });

  it('changes only the part', () => {
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
