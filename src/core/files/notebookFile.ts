import { asList, asRecord, asString, parseJson, type JsonObject } from '../json.ts';
import {
  diffCells,
  parseNotebookText,
  formatNotebookText,
  type NotebookCell,
} from './notebookText.ts';

export const isNotebookPath = (path: string): boolean => /\.ipynb$/i.test(path);

/** Converts the cells of a notebook file to text; nothing if it is not a notebook. */
export function notebookFileToText(file: string): string | undefined {
  const notebook = parse(file);
  return notebook && formatNotebookText(notebook.cells.map(toCell));
}

/** Applies the cells of a text to a notebook file. Unchanged cells keep their outputs, ids and metadata. */
export function updateNotebookFile(
  file: string | undefined,
  text: string,
  newId: () => string,
): string {
  const notebook = (file === undefined ? undefined : parse(file)) ?? EMPTY;
  const after = parseNotebookText(text);
  const cells: JsonObject[] = [];
  let at = 0;
  for (const { base, current } of diffCells(notebook.cells.map(toCell), after)) {
    cells.push(...notebook.cells.slice(at, base.start));
    const replaced = notebook.cells.slice(base.start, base.end);
    const added = after.slice(current.start, current.end);
    cells.push(
      ...added.map((cell, index) =>
        updateCell(replaced[index], cell, hasIds(notebook.root) ? newId : undefined),
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

/** Returns nothing if the file is damaged or not a notebook; it is then treated as plain text. */
function parse(file: string): Notebook | undefined {
  const root = asRecord(parseJson(file));
  const cells = asList(root?.['cells'], asRecord);
  return root && cells && typeof root['nbformat'] === 'number' ? { root, cells } : undefined;
}

function toCell(cell: JsonObject): NotebookCell {
  const { source } = cell;
  const kind = cell['cell_type'];
  return {
    kind: kind === 'markdown' || kind === 'raw' ? kind : 'code',
    source: asString(source) ?? (asList(source, asString) ?? []).join(''),
  };
}

/** A cell of the same kind keeps its other fields; another kind has different ones. */
function updateCell(
  cell: JsonObject | undefined,
  { kind, source }: NotebookCell,
  newId?: () => string,
): JsonObject {
  const lines = source.split(/(?<=\n)/);
  const own = { source: source === '' ? [] : lines };
  if (cell && toCell(cell).kind === kind) {
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

/** The indentation of the file; Jupyter's default is one space. */
const indentOf = (file: string | undefined): string =>
  /^\{\r?\n([ \t]+)"/.exec(file ?? '')?.[1] ?? ' ';
