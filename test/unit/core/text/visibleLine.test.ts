import { describe, expect, it } from 'vitest';
import { visibleLine } from '../../../../src/core/text/visibleLine.ts';

describe('visibleLine', () => {
  it.each([
    ['a direction override', '\u202e'],
    ['a zero-width space', '\u200b'],
    ['a Hangul filler, which is a letter', '\u3164'],
    ['a half-width filler', '\uffa0'],
    ['an empty Braille cell', '\u2800'],
    ['a grapheme joiner', '\u034f'],
    ['a Mongolian separator', '\u180e'],
    ['an escape', '\u001b'],
    ['a backspace', '\b'],
    ['a carriage return alone', '\r'],
    ['a line separator', '\u2028'],
    ['a tag character', '\u{e0041}'],
    ['a variation selector of those that carry code', '\u{e0101}'],
  ])('shows %s', (_, character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    expect(visibleLine(`a${character}b`, 100)).toBe(`a<U+${code}>b`);
  });

  it('shows repeated variation selectors, but not the one of an emoji', () => {
    expect(visibleLine('a\ufe01\ufe0fb', 100)).toBe('a<U+FE01><U+FE0F>b');
    expect(visibleLine('\u2764\ufe0f', 100)).toBe('\u2764\ufe0f');
  });

  it('does not change visible characters', () => {
    const line = '\tconst größe = "日本 हिन्दी عربي";';
    expect(visibleLine(line, 100)).toBe(line);
  });

  it('shows both ends of a long line, and how much is missing between them', () => {
    expect(visibleLine('0123456789abcdef', 8)).toBe('012345 <8 characters not shown> ef');
  });

  it('shows a line whole that just fits', () => {
    expect(visibleLine('01234567', 8)).toBe('01234567');
  });
});
