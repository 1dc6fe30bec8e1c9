import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectEol, joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { text } from './randomTexts.ts';

const whole = (given: string): string[] => splitLines(given).filter(line => line.endsWith('\n'));

describe('splitLines', () => {
  it('loses nothing: joined, the lines are the text', () => {
    fc.assert(
      fc.property(text, given => {
        expect(joinLines(splitLines(given))).toBe(given);
      }),
    );
  });

  it('keeps each ending with its line', () => {
    expect(splitLines('a\nb\r\n\nc')).toEqual(['a\n', 'b\r\n', '\n', 'c']);
    expect(splitLines('')).toEqual([]);
    expect(splitLines('a\n')).toEqual(['a\n']);
  });

  it('does not cut at a lone carriage return or a line separator', () => {
    expect(splitLines('a\rb\u2028c\n')).toEqual(['a\rb\u2028c\n']);
  });

  it('cuts a joined choice of lines at the same places again', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = [...whole(one), ...whole(other)];
        expect(splitLines(joinLines(lines))).toEqual(lines);
      }),
    );
  });

  it('knows the ending in use', () => {
    expect(detectEol(splitLines('a\r\nb\n'))).toBe('\r\n');
    expect(detectEol(splitLines('a'))).toBe('\n');
  });
});
