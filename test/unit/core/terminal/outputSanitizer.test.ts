import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTimeMs } from '../../cpuTime.ts';
import { OutputSanitizer } from '../../../../src/core/terminal/outputSanitizer.ts';

const ESC = '\u001b';

/** Sanitizes a text in one chunk. */
const safe = (text: string): string => new OutputSanitizer().write(text);

const HARMLESS = [
  'plain text\r\n',
  'tab\tand\bback',
  `${ESC}[31mred${ESC}[0m`,
  `${ESC}[1;38;5;200;48;2;1;2;3mmany${ESC}[m`,
  `${ESC}[4:3mcurly`,
  `${ESC}[2A${ESC}[3B${ESC}[4C${ESC}[5D${ESC}[G${ESC}[10G`,
  `50%\r${ESC}[K100%`,
  `${ESC}[2J${ESC}[J${ESC}[1K`,
  'é€😀',
];

const HARMFUL: readonly (readonly [name: string, sequence: string])[] = [
  ['clipboard', `${ESC}]52;c;aGVsbG8=\u0007`],
  ['clipboard, other end', `${ESC}]52;c;aGVsbG8=${ESC}\\`],
  ['clipboard question', `${ESC}]52;c;?\u0007`],
  ['link', `${ESC}]8;;http://evil.example\u0007`],
  ['title', `${ESC}]0;title\u0007`],
  ['title, one byte', '\u009d2;title\u009c'],
  ['command mark', `${ESC}]633;E;rm -rf;nonce\u0007`],
  ['working folder', `${ESC}]7;file://host/x\u0007`],
  ['notification', `${ESC}]9;hello\u0007`],
  ['colour question', `${ESC}]11;?\u0007`],
  ['image', `${ESC}]1337;File=inline=1:AAAA\u0007`],
  ['sixel', `${ESC}Pq#0;2;0;0;0~~@@${ESC}\\`],
  ['device control', `${ESC}P+q544e${ESC}\\`],
  ['application command', `${ESC}_Gf=24;AAAA${ESC}\\`],
  ['privacy message', `${ESC}^hidden${ESC}\\`],
  ['status question', `${ESC}[6n`],
  ['status question, one byte', '\u009b6n'],
  ['attributes question', `${ESC}[c${ESC}[>c${ESC}[=c`],
  ['window question', `${ESC}[21t`],
  ['mode question', `${ESC}[?2004$p`],
  ['other screen', `${ESC}[?1049h`],
  ['mouse', `${ESC}[?1000h${ESC}[?1006h`],
  ['bracketed paste', `${ESC}[?2004h`],
  ['scroll area', `${ESC}[1;5r`],
  ['cursor anywhere', `${ESC}[10;10H`],
  ['erase what scrolled away', `${ESC}[3J`],
  ['full reset', `${ESC}c`],
  ['character set', `${ESC}(0`],
  ['save and restore', `${ESC}7${ESC}8`],
  ['repeat', `${ESC}[99999999b`],
  ['key modes', `${ESC}[>4;2m`],
  ['bell', '\u0007'],
  ['shift out', '\u000e'],
  ['null', '\0'],
  ['delete', '\u007f'],
  ['next line', '\u0085'],
];

describe('OutputSanitizer', () => {
  it.each(HARMLESS)('leaves %j as it is', text => expect(safe(text)).toBe(text));

  it.each(HARMFUL)('takes out: %s', (_, sequence) => {
    expect(safe(`before${sequence}after`)).toBe('beforeafter');
  });

  it('returns the same output for any chunks', () => {
    const piece = fc.constantFrom(
      ...HARMLESS,
      ...HARMFUL.map(([, sequence]) => sequence),
      ESC,
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(20)), (pieces, cuts) => {
        const text = pieces.join('');
        const output = new OutputSanitizer();
        const parts: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          parts.push(output.write(text.slice(at, at + cut)));
          at += cut;
        }
        parts.push(output.write(text.slice(at)));
        expect(parts.join('')).toBe(safe(text));
      }),
      { numRuns: 500 },
    );
  });

  it('removes every active sequence from any output', () => {
    const bytes = fc.string({
      unit: fc.constantFrom(
        ESC,
        '[',
        ']',
        ';',
        '?',
        '6',
        'n',
        'c',
        'P',
        '\\',
        '\u0007',
        '\u009b',
        '\u009d',
        'm',
        '1',
        ' ',
        '$',
        '(',
      ),
    });
    fc.assert(
      fc.property(bytes, text => {
        // oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
        const left = safe(text).replaceAll(/\u001b\[(?:[\d;:]*m|\d*[A-G]|[012]?[JK])/g, '');
        // oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
        expect(left).not.toMatch(/[\u0000-\u0007\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not buffer a sequence that never ends', () => {
    const output = new OutputSanitizer();
    expect(output.write(`${ESC}]0;`)).toBe('');
    for (let n = 0; n < 100; n += 1) {
      expect(output.write('x'.repeat(1_000_000))).toBe('');
    }
    expect(output.write('\u0007shown')).toBe('shown');
    expect(safe(`${ESC}[${'1'.repeat(300)}`).length).toBeGreaterThan(250);
  });

  it.each(['\u009b', '\u009b1', 'a\u009b1m', '\u009b1m\r'])(
    'takes no longer for much of %j than for other output',
    sequence => {
      const startMs = cpuTimeMs();
      safe(sequence.repeat(256 * 1024));
      expect(cpuTimeMs() - startMs).toBeLessThan(5_000);
    },
  );
});
