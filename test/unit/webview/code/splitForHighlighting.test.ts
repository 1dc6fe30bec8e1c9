import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from '../../../../src/webview/code/highlighter.ts';
import { splitForHighlighting } from '../../../../src/webview/code/splitForHighlighting.ts';

/**
 * Enough for a very busy machine: an idle one needs a hundredth. Without splitting, these texts take up to 20 s there.
 */
const LIMIT_MS = 4_000;

describe('splitForHighlighting', () => {
  it('keeps the text, and divides it at the ends of lines', () => {
    const line = fc.integer({ min: 0, max: 1_500 }).map(length => `${'x'.repeat(length)}\n`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), lines => {
        const code = lines.join('');
        const parts = splitForHighlighting(code) ?? [{ text: code }];
        expect(parts.map(({ text }) => text).join('')).toBe(code);
        expect(parts.every(({ text }) => text.endsWith('\n'))).toBe(true);
      }),
    );
  });

  it('highlights ordinary code in parts of whole paragraphs', () => {
    const paragraph = `${'const a = compute(b, c);\n'.repeat(20)}\n`;
    const parts = splitForHighlighting(paragraph.repeat(30)) ?? [];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every(({ text, isPlain }) => !isPlain && text.length <= 2_000)).toBe(true);
    expect(parts.slice(1).every(({ text }) => text.startsWith('\nconst'))).toBe(true);
  });

  it('leaves a line of 30,000 characters plain, which would block the page for seconds', () => {
    const code = 'a'.repeat(30_000);
    expect(splitForHighlighting(code)).toEqual([{ text: code, isPlain: true }]);
  });

  it('does not highlight longer code', () => {
    expect(splitForHighlighting('a\n'.repeat(20_000))).toBeUndefined();
  });

  it.each([
    ['java', 'a'],
    ['java', '$a'],
    ['ini', 'a.'],
    ['csharp', 'a\n'],
    ['csharp', 'a b \n'],
    ['csharp', '"'],
    ['javascript', '{'],
    ['markdown', '<T>\n'],
  ])(
    'gives the slowest %s code, %j, to the highlighter in parts that are quick',
    (language, unit) => {
      const width = unit.endsWith('\n') ? unit : `${unit.repeat(490 / unit.length)}\n`;
      highlight('', language); // Compiles the grammar.
      const parts = splitForHighlighting(width.repeat(29_000 / width.length)) ?? [];
      for (const { text } of parts.slice(0, 3)) {
        const startMs = performance.now();
        highlight(text, language);
        expect(performance.now() - startMs).toBeLessThan(LIMIT_MS);
      }
    },
  );
});
