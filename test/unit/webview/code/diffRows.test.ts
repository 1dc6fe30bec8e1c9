import { describe, expect, it } from 'vitest';
import { diffRows } from '../../../../src/webview/code/diffRows.ts';

const show = (before: string, after: string): string[] =>
  diffRows(before, after).map(row =>
    row.kind === 'gap' ? '~' : `${{ same: ' ', added: '+', removed: '-' }[row.kind]}${row.text}`,
  );

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index}`);

describe('a short diff', () => {
  it('has a few lines of context around each change', () => {
    const before = numbered(20);
    const after = before.with(9, 'changed').with(18, 'other');
    expect(show(before.join('\n'), after.join('\n'))).toEqual([
      ' line 7',
      ' line 8',
      '-line 9',
      '+changed',
      ' line 10',
      ' line 11',
      '~',
      ' line 16',
      ' line 17',
      '-line 18',
      '+other',
      ' line 19',
    ]);
  });

  it('has a gap after changes at the very beginning too', () => {
    const before = numbered(9);
    const after = ['new', ...before, 'last'];
    expect(show(before.join('\n'), after.join('\n'))).toEqual([
      '+new',
      ' line 0',
      ' line 1',
      '~',
      ' line 6',
      ' line 7',
      '-line 8',
      '+line 8',
      '+last',
    ]);
  });

  it('shows a new file as added lines', () => {
    expect(show('', 'a\r\nb\n')).toEqual(['+a', '+b']);
  });

  it('handles a file of any length', () => {
    const lines = 200_000;
    expect(diffRows('old\n'.repeat(lines), 'new\n'.repeat(lines))).toHaveLength(2 * lines);
  });

  it('is empty when nothing changed', () => {
    expect(show('a\nb\n', 'a\nb\n')).toEqual([]);
  });
});
