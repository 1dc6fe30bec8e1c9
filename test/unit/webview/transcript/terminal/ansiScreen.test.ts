import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnsiScreen } from '../../../../../src/webview/transcript/terminal/ansiScreen.ts';

function screenOf(...chunks: readonly string[]): AnsiScreen {
  const screen = new AnsiScreen();
  for (const chunk of chunks) {
    screen.write(chunk);
  }
  return screen;
}

const textOf = (...chunks: readonly string[]): string =>
  screenOf(...chunks)
    .lines()
    .map(runs => runs.map(run => run.text).join(''))
    .join('\n');

const styleOf = (text: string): unknown => screenOf(text).lines()[0]?.[0]?.style;

describe('terminal output', () => {
  it('has the requested colors', () => {
    const [line] = screenOf('a\u001b[1;31mb\u001b[0mc\u001b[38;5;196md\u001b[48;2;1;2;3me').lines();
    expect(line).toEqual([
      { text: 'a', style: {} },
      { text: 'b', style: { bold: true, fg: 1 } },
      { text: 'c', style: {} },
      { text: 'd', style: { fg: 'rgb(255, 0, 0)' } },
      { text: 'e', style: { fg: 'rgb(255, 0, 0)', bg: 'rgb(1, 2, 3)' } },
    ]);
  });

  it('ignores keyboard modes and underline colors', () => {
    expect(styleOf('\u001b[>4;1mx')).toEqual({});
    expect(styleOf('\u001b[4:3mx')).toEqual({ underline: true });
    expect(styleOf('\u001b[4m\u001b[4:0mx')).toEqual({});
    expect(styleOf('\u001b[31;58;2;2;0;0mx')).toEqual({ fg: 1 });
    expect(styleOf('\u001b[58:5:1;32mx')).toEqual({ fg: 2 });
    expect(styleOf('\u001b[38:2::1:2:3mx')).toEqual({ fg: 'rgb(1, 2, 3)' });
    expect(styleOf('\u001b[38:2:1:2:3;1mx')).toEqual({ fg: 'rgb(1, 2, 3)', bold: true });
  });

  it('continues after an aborted sequence', () => {
    expect(textOf('a\u001b]0;title\u001b[31mred\nnext')).toBe('ared\nnext');
    expect(textOf('a\u001bPsecret\u0018b')).toBe('ab');
  });

  it('lets a progress bar overwrite itself', () => {
    expect(textOf('10%\r50%\r100%\n')).toBe('100%\n');
    expect(textOf('loading...\r\u001b[Kdone')).toBe('done');
    expect(textOf('one\ntwo\n\u001b[2A\u001b[2KONE\n')).toBe('ONE\ntwo\n');
    expect(textOf('abc\b\bX')).toBe('aXc');
  });

  it.each([
    ['the clipboard', '\u001b]52;c;aGk=\u0007'],
    ['the title', '\u001b]0;title\u0007'],
    ['a false link', '\u001b]8;;https://evil.example\u001b\\'],
    ['command marks', '\u001b]633;A\u0007'],
    ['a status request', '\u001b[6n'],
    ['a device request', '\u001b[c'],
    ['clearing', '\u001b[2J\u001b[H'],
    ['the alternate screen', '\u001b[?1049h'],
    ['sixel', '\u001bPq#0;2;0;0;0~-\u001b\\'],
    ['a private message', '\u001b^secret\u001b\\'],
    ['a reset', '\u001bc'],
    ['character sets', '\u001b(B'],
    ['a bell', '\u0007'],
    ['an eight-bit control', '\u009b'],
  ])('ignores %s', (_, sequence) => {
    expect(textOf(`before${sequence}after`)).toBe('beforeafter');
  });

  it('drops an unterminated sequence, and nothing before it', () => {
    expect(textOf('text\u001b]52;c;', 'A'.repeat(200_000), 'B'.repeat(200_000))).toBe('text');
    expect(textOf('text\u001b]0;t\u001b', '\\more')).toBe('textmore');
  });

  it('looks the same, however it was split into chunks', () => {
    const piece = fc.constantFrom(
      'a',
      'bc',
      '\n',
      '\r',
      '\u001b[31m',
      '\u001b[K',
      '\u001b[2A',
      '\u001b]0;x\u0007',
      '\u001b]8;;u\u001b\\',
      '\t',
      '\b',
      '\u001b[38;5;9m',
      '\u001b',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(60), { maxLength: 8 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const offsets = [0, ...cuts.map(cut => Math.min(cut, text.length)), text.length].toSorted(
            (a, b) => a - b,
          );
          const chunks = offsets
            .slice(1)
            .map((offset, index) => text.slice(offsets[index], offset));
          expect(screenOf(...chunks).lines()).toEqual(screenOf(text).lines());
        },
      ),
    );
  });

  it('never shows a control character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('\u001b', '\u001b[', '\u009b', '\u001b]'))),
        parts => {
          const shown = textOf(parts.join('')).replaceAll('\n', '');
          expect(/\p{Cc}/u.test(shown)).toBe(false);
        },
      ),
    );
  });

  it('may set any number of colors at once', () => {
    const colours = Array.from({ length: 100_000 }, () => '38;5;196');
    expect(styleOf(`\u001b[${colours.join(';')}ma`)).toEqual(styleOf('\u001b[38;5;196ma'));
  });

  it('keeps the newest lines', () => {
    const lines = screenOf(
      Array.from({ length: 5_000 }, (_, index) => `${index}\n`).join(''),
    ).lines();
    expect(lines.length).toBe(2_000);
    expect(lines.at(-2)?.[0]?.text).toBe('4999');
  });
});
