import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateNotebookFile, notebookFileToText } from '../../../../src/core/files/notebookFile.ts';
import { parseNotebookText, formatNotebookText } from '../../../../src/core/files/notebookText.ts';

const cells = [
  { cell_type: 'markdown', id: 'a', metadata: { tags: ['x'] }, source: ['# Title\n', 'words'] },
  {
    cell_type: 'code',
    id: 'b',
    metadata: {},
    execution_count: 7,
    outputs: [{ output_type: 'stream', name: 'stdout', text: ['4\n'] }],
    source: 'print(2 + 2)',
  },
  { cell_type: 'raw', id: 'c', metadata: {}, source: [] },
];
const file = `${JSON.stringify({ cells, metadata: { kernel: 'k' }, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;
const TEXT = '# %% [markdown]\n# Title\nwords\n# %%\nprint(2 + 2)\n# %% [raw]\n';

const newId = (): string => 'new';
const cellsOf = (notebook: string): readonly unknown[] =>
  (JSON.parse(notebook) as { readonly cells: readonly unknown[] }).cells;

describe('a notebook', () => {
  it('is read as the text of its cells', () => {
    expect(notebookFileToText(file)).toBe(TEXT);
    expect(notebookFileToText('{"cells": 1}')).toBeUndefined();
    expect(notebookFileToText('no json')).toBeUndefined();
  });

  it('is unchanged when its own text is written', () => {
    expect(updateNotebookFile(file, TEXT, newId)).toBe(file);
  });

  it('keeps outputs and ids of all cells after a change', () => {
    const text = TEXT.replace('2 + 2', '3 + 3').replace('# %% [raw]', '# %%\nnew()\n# %% [raw]');
    expect(cellsOf(updateNotebookFile(file, text, newId))).toEqual([
      cells[0],
      { ...cells[1], source: ['print(3 + 3)'] },
      {
        cell_type: 'code',
        id: 'new',
        metadata: {},
        source: ['new()'],
        execution_count: null,
        outputs: [],
      },
      cells[2],
    ]);
  });

  it('is created if it does not exist', () => {
    const made = updateNotebookFile(undefined, '# %%\n1\n', newId);
    expect(JSON.parse(made)).toMatchObject({
      nbformat: 4,
      cells: [{ cell_type: 'code', id: 'new' }],
    });
    expect(notebookFileToText(made)).toBe('# %%\n1\n');
  });

  it('restores any cells from their text', () => {
    const line = fc.constantFrom(
      '',
      'x',
      '# %%',
      '# %% [markdown]',
      '#\\ %%',
      '#\\\\ %% y',
      '# comment',
      ' # %%',
    );
    const cell = fc.record({
      kind: fc.constantFrom('code' as const, 'markdown' as const, 'raw' as const),
      source: fc.array(line, { minLength: 1 }).map(lines => lines.join('\n')),
    });
    fc.assert(
      fc.property(fc.array(cell), list => {
        expect(parseNotebookText(formatNotebookText(list))).toEqual(list);
      }),
      { numRuns: 1_000 },
    );
  });
});
