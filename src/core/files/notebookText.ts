import { lineDiff } from '../diff/lineDiff.ts';

/** The editable part of a notebook cell. */
export interface NotebookCell {
  readonly kind: 'code' | 'markdown' | 'raw';
  readonly source: string;
}

const CELL_MARKER = /^# %%(?: \[(markdown|raw)\])?$/;
/** A line of a cell that looks like a cell marker, possibly already escaped. */
const LOOKS_LIKE_MARKER = /^#\\* %%/;

/** Joins cells to one text. Each cell starts with a line `# %%`, followed by `[markdown]` or `[raw]` if it is not code. */
export function formatNotebookText(cells: readonly NotebookCell[]): string {
  return cells
    .map(({ kind, source }) => {
      const mark = kind === 'code' ? '# %%' : `# %% [${kind}]`;
      const body = source === '' ? '' : `${eachLine(source, escaped)}\n`;
      return `${mark}\n${body}`;
    })
    .join('');
}

/** Splits such a text into cells. Text before the first marker is a code cell. */
export function parseNotebookText(text: string): readonly NotebookCell[] {
  const cells: { kind: NotebookCell['kind']; lines: string[] }[] = [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  for (const line of lines.at(-1) === '' ? lines.slice(0, -1) : lines) {
    const mark = CELL_MARKER.exec(line);
    if (mark) {
      cells.push({ kind: kindOf(mark[1]), lines: [] });
    } else {
      const cell = cells.at(-1) ?? { kind: 'code', lines: [] };
      cells.push(...(cells.length === 0 ? [cell] : []));
      cell.lines.push(unescaped(line));
    }
  }
  return cells.map(({ kind, lines: own }) => ({ kind, source: own.join('\n') }));
}

/** A range of cells that is replaced by another. */
export interface CellChange {
  readonly base: { readonly start: number; readonly end: number };
  readonly current: { readonly start: number; readonly end: number };
}

export function diffCells(
  before: readonly NotebookCell[],
  after: readonly NotebookCell[],
): readonly CellChange[] {
  const keys = (cells: readonly NotebookCell[]): readonly string[] =>
    cells.map(({ kind, source }) => `${kind} ${JSON.stringify(source)}\n`);
  return lineDiff(keys(before), keys(after));
}

const kindOf = (name: string | undefined): NotebookCell['kind'] =>
  name === 'markdown' || name === 'raw' ? name : 'code';

const eachLine = (text: string, change: (line: string) => string): string =>
  text.split('\n').map(change).join('\n');

const escaped = (line: string): string =>
  LOOKS_LIKE_MARKER.test(line) ? line.replace('#', '#\\') : line;

const unescaped = (line: string): string =>
  /^#\\+ %%/.test(line) ? line.replace('#\\', '#') : line;
