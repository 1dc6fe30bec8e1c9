import { describe, expect, it } from 'vitest';
import { formatCells, type CellText } from '../../../../src/core/tools/notebookCells.ts';

const cell = (more: Partial<CellText> = {}): CellText => ({
  kind: 'code',
  language: 'python',
  text: 'print(1)',
  executionOrder: undefined,
  outputs: [],
  ...more,
});

describe('the cells of a notebook', () => {
  it('are numbered and say whether they were run', () => {
    const markup = cell({ kind: 'markup', language: 'markdown', text: '# Title\nText' });
    expect(formatCells([markup, cell(), cell({ executionOrder: 3, outputs: ['1'] })])).toEqual([
      '--- cell 1: markup (markdown)',
      '# Title',
      'Text',
      '--- cell 2: code (python), not run',
      'print(1)',
      '--- cell 3: code (python), run as [3]',
      'print(1)',
      '--- output',
      '1',
    ]);
  });

  it('do not hide each other behind a long output', () => {
    const output = Array.from({ length: 500 }, (_, at) => `${at}`).join('\n');
    const lines = formatCells([cell({ outputs: [output] }), cell({ text: 'print(2)' })]);
    expect(lines).toContain('... 480 more lines of output');
    expect(lines.at(-1)).toBe('print(2)');
    expect(lines.length).toBeLessThan(30);
  });
});
