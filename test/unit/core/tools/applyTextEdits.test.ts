import { describe, expect, it } from 'vitest';
import { applyTextEdits } from '../../../../src/core/tools/applyTextEdits.ts';

describe('edits of a text', () => {
  it('are applied in any order', () => {
    const edits = [
      { start: 8, end: 11, text: 'total' },
      { start: 0, end: 3, text: 'total' },
      { start: 4, end: 4, text: '!' },
    ];
    expect(applyTextEdits('sum and sum;', edits)).toBe('total !and total;');
    expect(applyTextEdits('same', [])).toBe('same');
  });
});
