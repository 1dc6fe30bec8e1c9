import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elideMiddle,
  revealText,
  getSuspiciousCharacters,
} from '../../../../src/core/permission/revealText.ts';

const visible = (text: string): string => text.replaceAll(/[^!-~]/g, '');

describe('a text to approve', () => {
  it('is unchanged if it contains nothing suspicious', () => {
    const command = 'git commit -m "Fix: größer, Привет, 你好 👍"\n  && npm test\t# ok';
    expect(revealText(command)).toEqual([{ kind: 'text', text: command }]);
  });

  it('counts whitespace that would push text out of sight', () => {
    expect(revealText(`ls${' '.repeat(10_000)}; rm -rf /`)).toEqual([
      { kind: 'text', text: 'ls' },
      { kind: 'run', of: 'spaces', count: 10_000 },
      { kind: 'text', text: '; rm -rf /' },
    ]);
    expect(revealText(`ls${'\n'.repeat(10_000)}rm`)[1]).toEqual({
      kind: 'run',
      of: 'lineBreaks',
      count: 10_000,
    });
    expect(revealText(`ls${'\n                    '.repeat(500)}rm`)[1]).toEqual({
      kind: 'run',
      of: 'lineBreaks',
      count: 500,
    });
    expect(revealText(`a\n${'\t'.repeat(99)}b`)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: '\n' },
      { kind: 'run', of: 'tabs', count: 99 },
      { kind: 'text', text: 'b' },
    ]);
  });

  it.each([
    ['a direction override', '\u202e'],
    ['an isolate', '\u2066'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a soft hyphen', '\u00ad'],
    ['an escape', '\u001b'],
    ['a carriage return alone', '\r'],
    ['a backspace', '\b'],
    ['a null', '\u0000'],
    ['a no-break space', '\u00a0'],
    ['a wide space', '\u3000'],
    ['a line separator', '\u2028'],
    ['a Hangul filler', '\u3164'],
    ['a grapheme joiner', '\u034f'],
    ['an empty Braille cell', '\u2800'],
    ['a tag character', '\u{e0041}'],
    ['a variation selector of those that carry code', '\u{e0101}'],
    ['a private character', '\ue000'],
    ['half a surrogate pair', '\ud800'],
  ])('describes %s', (_, character) => {
    const pieces = revealText(`rm${character}x`);
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    expect(getSuspiciousCharacters(pieces)).toEqual([`<U+${code}>`]);
    expect(JSON.stringify(pieces)).not.toContain(JSON.stringify(character).slice(1, -1));
  });

  it('escapes look-alike letters', () => {
    expect(getSuspiciousCharacters(revealText('rm p\u0430ssword'))).toEqual(['p<U+0430>ssword']);
    expect(getSuspiciousCharacters(revealText('echo привет'))).toEqual([]);
  });

  it('keeps every visible character in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const shown = revealText(text)
          .map(piece => (piece.kind === 'run' ? '' : piece.text.replaceAll(/<U\+[0-9A-F]+>/g, '')))
          .join('');
        expect(visible(shown)).toBe(visible(text));
      }),
    );
  });

  it('contains no invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const shown = revealText(text).flatMap(piece => (piece.kind === 'run' ? [] : [piece.text]));
        expect(shown.some(part => /[^\P{C}\n\t\r]|[\u2028\u2029]/u.test(part))).toBe(false);
      }),
    );
  });
});

describe('a long text to approve', () => {
  it('keeps its start and end, after counting whitespace', () => {
    const pieces = revealText(`start ${'x'.repeat(5_000)}${'\n'.repeat(9_000)}end`);
    const { head, hidden, tail } = elideMiddle(pieces, 8, 5);
    expect(head).toEqual([{ kind: 'text', text: 'start xx' }]);
    expect(hidden).toBe(4_997);
    expect(tail).toEqual([
      { kind: 'text', text: 'x' },
      { kind: 'run', of: 'lineBreaks', count: 9_000 },
      { kind: 'text', text: 'end' },
    ]);
  });

  it('omits only what it counts', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), fc.nat(20), (text, headChars, tailChars) => {
        const { head, hidden, tail } = elideMiddle([{ kind: 'text', text }], headChars, tailChars);
        const shown = [...head, ...tail].map(piece => (piece.kind === 'text' ? piece.text : ''));
        expect(shown.join('').length + hidden).toBe(text.length);
      }),
    );
  });
});
