import { describe, expect, it } from 'vitest';
import {
  findWord,
  formatLocation,
  limitLines,
  limitOutput,
  RESULT_LIMIT_CHARS,
  RESULT_LIMIT_LINES,
  sortLocations,
} from '../../../../src/core/tools/toolText.ts';

describe('a result for a model', () => {
  it('says how many lines were left out', () => {
    const lines = Array.from({ length: RESULT_LIMIT_LINES + 5 }, (_, at) => `line ${at}`);
    const text = limitLines(lines);
    expect(text.split('\n')).toHaveLength(RESULT_LIMIT_LINES + 1);
    expect(text).toContain('... and 5 more.');
    expect(limitLines(['a', 'b'])).toBe('a\nb');
    expect(limitLines(['a', 'b'], 9)).toBe(
      'a\nb\n... and 7 more. Ask for something more specific.',
    );
  });

  it('has a limit of characters, also in one line', () => {
    const text = limitLines(Array.from({ length: 100 }, () => 'x'.repeat(5_000)));
    expect(text.length).toBeLessThan(RESULT_LIMIT_CHARS + 200);
    expect(text).toMatch(/and \d+ more/);
    expect(limitLines(['x'.repeat(5_000)]).length).toBeLessThan(600);
  });

  it('shows the end of what a program has printed', () => {
    const lines = Array.from({ length: RESULT_LIMIT_LINES + 5 }, (_, at) => `line ${at}`);
    const shown = limitOutput(lines.join('\r\n')).split('\n');
    expect(shown[0]).toBe('... 5 lines before this were left out.');
    expect(shown.slice(1)).toEqual(lines.slice(5));
    expect(limitOutput('a\nb')).toBe('a\nb');
    expect(limitOutput('x'.repeat(1_000_000)).length).toBeLessThan(600);
  });

  it('lists places sorted, once, and from line 1', () => {
    const place = { path: 'b.ts', line: 4, character: 2, text: '  use(x)  ' };
    const others = [
      { path: 'a.ts', line: 9, character: 0, note: 'in main' },
      { path: 'a.ts', line: 1, character: 0 },
    ];
    const sorted = sortLocations([place, place, ...others]);
    expect(sorted.map(location => formatLocation(location))).toEqual([
      'a.ts:2:1',
      'a.ts:10:1: in main',
      'b.ts:5:3: use(x)',
    ]);
  });
});

describe('a word', () => {
  it.each([
    ['const width = id;', 'id', 14],
    ['grid, id', 'id', 6],
    ['größe(größ)', 'größ', 6],
    ['a.$x + $x1', '$x', 2],
    ['identity', 'id', undefined],
    ['x => y', '=>', 2],
  ])('is found in %j: %j', (text, word, at) => {
    expect(findWord(text, word)).toBe(at);
  });
});
