import * as vscode from 'vscode';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { openDocument } from './languageServer.ts';
import { type ToolCall } from './toolCall.ts';

/** How much of the selected text a model gets. */
const SELECTION_LIMIT_LINES = 100;

export async function getOpenEditors(call: ToolCall): Promise<string> {
  const tabs = vscode.window.tabGroups.all.flatMap(group =>
    group.tabs.map(({ input, isActive, isDirty }) => ({
      ...findFile(input),
      isActive: group.isActive && isActive,
      isDirty,
    })),
  );
  const lines = await Promise.all(
    tabs.map(async ({ uri, kind, isActive, isDirty }) => {
      if (!uri || !(await isShown(call, uri))) {
        return [];
      }
      const notes = [kind, isActive && 'active', isDirty && 'unsaved'].filter(Boolean);
      const label = call.getLabel(uri);
      return [notes.length > 0 ? `${label} (${notes.join(', ')})` : label];
    }),
  );
  const files = [...new Set(lines.flat())];
  const selection = await describeSelection(call);
  return limitLines([
    ...(files.length === 0 ? ['No tab shows a file of the workspace.'] : files),
    ...selection,
  ]);
}

/** What a tab shows. Of a comparison it is the newer file. */
interface ShownFile {
  readonly uri?: vscode.Uri;
  readonly kind?: string;
}

function findFile(input: unknown): ShownFile {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) {
    return { uri: input.uri };
  }
  if (input instanceof vscode.TabInputNotebook) {
    return { uri: input.uri, kind: 'notebook' };
  }
  return input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff
    ? { uri: input.modified, kind: 'comparison' }
    : {};
}

async function describeSelection(call: ToolCall): Promise<readonly string[]> {
  const { activeTextEditor: editor } = vscode.window;
  const shown = editor && findPlace(editor.document);
  if (!shown || !(await isShown(call, shown.uri))) {
    return [];
  }
  const { document, selection } = editor;
  const place = `${call.getLabel(shown.uri)}${shown.cell}:${selection.start.line + 1}`;
  if (selection.isEmpty) {
    return ['', `The cursor is at ${place}:${selection.start.character + 1}.`];
  }
  const lines = document.getText(selection).split(/\r?\n/);
  return ['', `Selected at ${place}:`, ...lines.slice(0, SELECTION_LIMIT_LINES)];
}

/** The file of a document. A cell of a notebook is a document of its own. */
function findPlace(document: vscode.TextDocument): {
  readonly uri: vscode.Uri;
  readonly cell: string;
} {
  const cell = vscode.workspace.notebookDocuments
    .flatMap(notebook => notebook.getCells())
    .find(one => one.document === document);
  return cell
    ? { uri: cell.notebook.uri, cell: `, cell ${cell.index + 1}` }
    : { uri: document.uri, cell: '' };
}

const isShown = async (call: ToolCall, uri: vscode.Uri): Promise<boolean> =>
  uri.scheme === 'file' && (await call.getVisibility(uri)) === 'text';

export async function revealLocation(
  call: ToolCall,
  { path, line, endLine = line }: ToolInput<'reveal_location'>,
): Promise<string> {
  const document = await openDocument(call, path);
  const first = Math.min(line, document.lineCount) - 1;
  const last = Math.max(first, Math.min(endLine, document.lineCount) - 1);
  const selection = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
  await vscode.window.showTextDocument(document, { preserveFocus: true, preview: true, selection });
  return `The user sees ${call.getLabel(document.uri)}:${first + 1}.`;
}
