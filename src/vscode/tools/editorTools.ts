import * as vscode from 'vscode';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { openDocument } from './languageServer.ts';
import { type ToolCall } from './toolCall.ts';

/** How much of the selected text a model gets. */
const SELECTION_LIMIT_LINES = 100;

export async function getOpenEditors(call: ToolCall): Promise<string> {
  const tabs = vscode.window.tabGroups.all.flatMap(group =>
    group.tabs.flatMap(tab =>
      tab.input instanceof vscode.TabInputText
        ? [{ uri: tab.input.uri, isActive: group.isActive && tab.isActive, isDirty: tab.isDirty }]
        : [],
    ),
  );
  const shown = await Promise.all(
    tabs.map(async tab => ((await isShown(call, tab.uri)) ? [tab] : [])),
  );
  const lines = shown.flat().map(({ uri, isActive, isDirty }) => {
    const notes = [isActive ? 'active' : '', isDirty ? 'unsaved' : ''].filter(Boolean);
    return notes.length > 0 ? `${call.getLabel(uri)} (${notes.join(', ')})` : call.getLabel(uri);
  });
  const selection = await describeSelection(call);
  return lines.length === 0
    ? 'No file of the workspace is open.'
    : limitLines([...new Set(lines), ...selection]);
}

async function describeSelection(call: ToolCall): Promise<readonly string[]> {
  const { activeTextEditor: editor } = vscode.window;
  if (!editor || !(await isShown(call, editor.document.uri))) {
    return [];
  }
  const { document, selection } = editor;
  const place = `${call.getLabel(document.uri)}:${selection.start.line + 1}`;
  if (selection.isEmpty) {
    return ['', `The cursor is at ${place}:${selection.start.character + 1}.`];
  }
  const lines = document.getText(selection).split(/\r?\n/);
  return ['', `Selected at ${place}:`, ...lines.slice(0, SELECTION_LIMIT_LINES)];
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
