import * as vscode from 'vscode';
import type {
  DocumentChange,
  DocumentWriteResult,
  FileLocation,
  OpenDocument,
} from '../../agent/files/documents.ts';
import { internalError } from '../../agent/wire/responseError.ts';
import {
  diffCells,
  parseNotebookText,
  formatNotebookText,
  type CellChange,
  type NotebookCell,
} from '../../core/files/notebookText.ts';
import { minimalEdits } from '../../core/diff/minimalEdits.ts';

/** The open notebook of a file, if there is one. */
export function findOpenNotebook({
  shown,
  real,
}: FileLocation): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find(
    ({ uri, isClosed }) =>
      uri.scheme === 'file' && !isClosed && (uri.fsPath === shown || uri.fsPath === real),
  );
}

/** Reads a notebook as the text of its cells. */
export function readNotebook(notebook: vscode.NotebookDocument): OpenDocument {
  return { text: formatNotebookText(getCells(notebook)), isDirty: notebook.isDirty };
}

/** Changes the cells that differ, as one undoable step, and saves. The other cells keep their outputs. */
export async function writeNotebook(
  notebook: vscode.NotebookDocument,
  { before, after }: DocumentChange,
): Promise<DocumentWriteResult> {
  const cells = getCells(notebook);
  if (formatNotebookText(cells) !== before) {
    return { kind: notebook.isDirty ? 'changed' : 'closed' };
  }
  const edit = new vscode.WorkspaceEdit();
  const wanted = parseNotebookText(after);
  const replaced: vscode.NotebookEdit[] = [];
  for (const change of diffCells(cells, wanted).toReversed()) {
    const added = wanted.slice(change.current.start, change.current.end);
    if (haveSameKinds(cells, change, added)) {
      added.forEach((cell, at) => editCell(edit, notebook.cellAt(change.base.start + at), cell));
    } else {
      replaced.push(createReplacement(notebook, change, added));
    }
  }
  if (replaced.length > 0) {
    edit.set(notebook.uri, replaced);
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    return { kind: 'changed' };
  }
  if (!(await notebook.save())) {
    throw internalError(`VS Code changed ${notebook.uri.fsPath}, but could not save it.`);
  }
  return { kind: 'written', text: formatNotebookText(getCells(notebook)) };
}

const getCells = (notebook: vscode.NotebookDocument): readonly NotebookCell[] =>
  notebook.getCells().map(({ kind, document }) => ({
    kind: toCellKind(kind, document.languageId),
    source: document.getText().replaceAll('\r\n', '\n'),
  }));

function toCellKind(kind: vscode.NotebookCellKind, languageId: string): NotebookCell['kind'] {
  if (kind === vscode.NotebookCellKind.Markup) {
    return 'markdown';
  }
  return languageId === 'raw' ? 'raw' : 'code';
}

function haveSameKinds(
  cells: readonly NotebookCell[],
  { base }: CellChange,
  added: readonly NotebookCell[],
): boolean {
  const old = cells.slice(base.start, base.end);
  return old.length === added.length && old.every(({ kind }, at) => kind === added[at]?.kind);
}

function editCell(
  edit: vscode.WorkspaceEdit,
  cell: vscode.NotebookCell,
  wanted: NotebookCell,
): void {
  const { document } = cell;
  const source =
    document.eol === vscode.EndOfLine.CRLF ? wanted.source.replaceAll('\n', '\r\n') : wanted.source;
  for (const { start, end, text } of minimalEdits(document.getText(), source)) {
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    edit.replace(document.uri, range, text);
  }
}

function createReplacement(
  notebook: vscode.NotebookDocument,
  { base }: CellChange,
  added: readonly NotebookCell[],
): vscode.NotebookEdit {
  const data = added.map(cell => createCell(cell, getCodeLanguage(notebook)));
  return vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(base.start, base.end), data);
}

function createCell({ kind, source }: NotebookCell, language: string): vscode.NotebookCellData {
  const { Code, Markup } = vscode.NotebookCellKind;
  switch (kind) {
    case 'markdown':
      return new vscode.NotebookCellData(Markup, source, 'markdown');
    case 'raw':
      return new vscode.NotebookCellData(Code, source, 'raw');
    case 'code':
      return new vscode.NotebookCellData(Code, source, language);
  }
}

/** New code cells get the language of the existing ones. */
function getCodeLanguage(notebook: vscode.NotebookDocument): string {
  const code = notebook
    .getCells()
    .find(
      ({ kind, document }) =>
        kind === vscode.NotebookCellKind.Code && document.languageId !== 'raw',
    );
  return code?.document.languageId ?? 'python';
}
