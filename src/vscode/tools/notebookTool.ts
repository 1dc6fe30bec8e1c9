import * as vscode from 'vscode';
import { asRecord, asString, parseJson } from '../../core/json.ts';
import { plainOutput } from '../../core/terminal/plainOutput.ts';
import { formatCells, type CellText } from '../../core/tools/notebookCells.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

const ERROR_TYPE = 'application/vnd.code.notebook.error';
/** Outputs that a model can read, the best first. */
const TEXT_TYPES = [
  'application/vnd.code.notebook.stdout',
  'application/vnd.code.notebook.stderr',
  'text/plain',
  'text/markdown',
  'application/json',
];

/** The cells of a notebook as VS Code shows them, with unsaved changes and outputs. */
export async function getNotebookCells(
  call: ToolCall,
  { path, firstCell }: ToolInput<'get_notebook_cells'>,
): Promise<string> {
  const uri = await call.admitPath(path);
  const noNotebook = (): never => {
    throw new ToolCallError(`${path} does not exist or is not a notebook.`);
  };
  const notebook = await vscode.workspace.openNotebookDocument(uri).then(undefined, noNotebook);
  const cells = notebook.getCells().map(toCellText);
  if (cells.length === 0) {
    return 'The notebook has no cells.';
  }
  if (firstCell > cells.length) {
    throw new ToolCallError(`The notebook has only ${cells.length} cells.`);
  }
  return limitLines(formatCells(cells).slice(formatCells(cells.slice(0, firstCell - 1)).length));
}

const toCellText = (cell: vscode.NotebookCell): CellText => ({
  kind: cell.kind === vscode.NotebookCellKind.Code ? 'code' : 'markup',
  language: cell.document.languageId,
  text: cell.document.getText().replaceAll('\r\n', '\n'),
  executionOrder: cell.executionSummary?.executionOrder,
  outputs: cell.outputs.map(toText),
});

const decode = ({ data }: vscode.NotebookCellOutputItem): string =>
  new TextDecoder().decode(data).trimEnd();

/** An image is only named. */
function toText({ items }: vscode.NotebookCellOutput): string {
  const failure = items.find(({ mime }) => mime === ERROR_TYPE);
  if (failure) {
    const error = asRecord(parseJson(decode(failure)));
    const [name, message] = [asString(error?.['name']), asString(error?.['message'])];
    return `Error: ${[name, message].filter(Boolean).join(': ')}`;
  }
  const best = TEXT_TYPES.map(type => items.find(({ mime }) => mime === type)).find(Boolean);
  return best ? plainOutput(decode(best)) : `(${items.map(({ mime }) => mime).join(', ')})`;
}
