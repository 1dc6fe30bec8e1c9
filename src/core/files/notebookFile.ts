import { asList, asRecord, asString, type JsonObject } from '../json.ts';
import {
  diffCells,
  parseNotebookText,
  formatNotebookText,
  type NotebookCell,
} from './notebookText.ts';

/** Whether a file is a notebook, by its name. */
export const isNotebookPath = (path: string): boolean => /\.ipynb$/i.test(path);

/** The cells' text of a notebook file; nothing if it is none. */
export function notebookFileToText(file: string): string | undefined {
  const notebook = parse(file);
  return notebook && formatNotebookText(notebook.cells.map(cellOf));
}

/** The notebook file with the cells of a text. Cells that stay keep their outputs, ids and all else that they have. */
export function updateNotebookFile(
  file: string | undefined,
  text: string,
  newId: () => string,
): string {
  const notebook = (file === undefined ? undefined : parse(file)) ?? EMPTY;
  const after = parseNotebookText(text);
  const cells: JsonObject[] = [];
  let at = 0;
  for (const { base, current } of diffCells(notebook.cells.map(cellOf), after)) {
    cells.push(...notebook.cells.slice(at, base.start));
    const replaced = notebook.cells.slice(base.start, base.end);
    const added = after.slice(current.start, current.end);
    cells.push(
      ...added.map((cell, index) =>
        changed(replaced[index], cell, hasIds(notebook.root) ? newId : undefined),
      ),
    );
    at = base.end;
  }
  cells.push(...notebook.cells.slice(at));
  return `${JSON.stringify({ ...notebook.root, cells }, undefined, indentOf(file))}\n`;
}

interface Notebook {
  readonly root: JsonObject;
  readonly cells: readonly JsonObject[];
}

const EMPTY: Notebook = {
  root: { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 },
  cells: [],
};

function parse(file: string): Notebook | undefined {
  try {
    const root = asRecord(JSON.parse(file));
    const cells = asList(root?.['cells'], asRecord);
    return root && cells && typeof root['nbformat'] === 'number' ? { root, cells } : undefined;
  } catch {
    return undefined; // Damaged, or something else under this name: it is text like any other.
  }
}

function cellOf(cell: JsonObject): NotebookCell {
  const { source } = cell;
  const kind = cell['cell_type'];
  return {
    kind: kind === 'markdown' || kind === 'raw' ? kind : 'code',
    source: asString(source) ?? (asList(source, asString) ?? []).join(''),
  };
}

/** A cell of the same kind goes on as itself; another kind has other fields. */
function changed(
  cell: JsonObject | undefined,
  { kind, source }: NotebookCell,
  newId?: () => string,
): JsonObject {
  const lines = source.split(/(?<=\n)/);
  const own = { source: source === '' ? [] : lines };
  if (cell && cellOf(cell).kind === kind) {
    return { ...cell, ...own };
  }
  return {
    cell_type: kind,
    ...(newId ? { id: cell?.['id'] ?? newId() } : {}),
    metadata: {},
    ...own,
    ...(kind === 'code' ? { execution_count: null, outputs: [] } : {}),
  };
}

/** Cells have ids since version 4.5 of the format. */
const hasIds = (root: JsonObject): boolean =>
  Number(root['nbformat']) > 4 || (root['nbformat'] === 4 && Number(root['nbformat_minor']) >= 5);

/** As the file has it; Jupyter's own is one blank. */
const indentOf = (file: string | undefined): string =>
  /^\{\r?\n([ \t]+)"/.exec(file ?? '')?.[1] ?? ' ';
