import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectEol, joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { text } from './randomTexts.ts';

const whole = (given: string): string[] => splitLines(given).filter(line => line.endsWith('\n'));

describe('splitLines', () => {
  it('returns lines that joined give the text again', () => {
    fc.assert(
      fc.property(text, given => {
        expect(joinLines(splitLines(given))).toBe(given);
      }),
    );
  });

  it('includes the ending in each line', () => {
    expect(splitLines('a\nb\r\n\nc')).toEqual(['a\n', 'b\r\n', '\n', 'c']);
    expect(splitLines('')).toEqual([]);
    expect(splitLines('a\n')).toEqual(['a\n']);
  });

  it('does not split at a lone carriage return or a line separator', () => {
    expect(splitLines('a\rb\u2028c\n')).toEqual(['a\rb\u2028c\n']);
  });

  it('splits any joined selection of lines into the same lines again', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = [...whole(one), ...whole(other)];
        expect(splitLines(joinLines(lines))).toEqual(lines);
      }),
    );
  });

  it('detects the line ending', () => {
    expect(detectEol(splitLines('a\r\nb\n'))).toBe('\r\n');
    expect(detectEol(splitLines('a'))).toBe('\n');
  });
});
