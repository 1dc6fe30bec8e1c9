import { describe, expect, it } from 'vitest';
import { resolvePosition } from '../../../../src/core/tools/resolvePosition.ts';

const lines = ['import { total } from "./a";', '', 'const subtotal = total(1);'];

describe('the place of a symbol', () => {
  it.each([
    [{ symbol: 'total' }, 0, 9],
    [{ symbol: 'total', line: 3 }, 2, 17],
    [{ line: 3, column: 7 }, 2, 6],
    [{ symbol: 'subtotal' }, 2, 6],
  ])('is found with %j', (input, line, character) => {
    expect(resolvePosition(lines, input)).toEqual({ kind: 'found', line, character });
  });

  it.each([
    [{}, 'Give the symbol'],
    [{ line: 3 }, 'Give the symbol'],
    [{ line: 4, symbol: 'total' }, 'only 3 lines'],
    [{ line: 2, symbol: 'total' }, 'does not occur in line 2'],
    [{ symbol: 'nothing' }, 'does not occur in the file'],
  ])('is missing with %j', (input, why) => {
    const found = resolvePosition(lines, input);
    expect(found.kind === 'missing' && found.why).toContain(why);
  });
});
