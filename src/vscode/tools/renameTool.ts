import * as vscode from 'vscode';
import { getErrorMessage } from '../../core/errors.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { applyTextEdits } from '../../core/tools/applyTextEdits.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { openSymbol, withLimit } from './languageServer.ts';
import { pathLabel, ToolCallError, type ToolCall } from './toolCall.ts';

/** The new text of a file, and the text that it was computed from. */
interface RenamedFile {
  readonly uri: vscode.Uri;
  readonly base: string;
  readonly content: string;
}

/** Renames a symbol. The files are written like those that an agent writes itself, so they are asked for and reviewed. */
export async function renameSymbol(
  call: ToolCall,
  { newName, ...place }: ToolInput<'rename_symbol'>,
): Promise<string> {
  const { document, position } = await openSymbol(call, place);
  const edit = await withLimit(call, findEdit(document.uri, position, newName));
  const entries = edit.entries();
  if (entries.length === 0 || entries.length !== edit.size) {
    throw new ToolCallError(
      'The language server cannot rename this in files alone. Nothing was changed.',
    );
  }
  const files = await Promise.all(entries.map(([uri, edits]) => computeText(call, uri, edits)));
  const written: string[] = [];
  for (const { uri, base, content } of files) {
    try {
      await call.access.files.write({ path: uri.fsPath, base, content }, call.signal);
    } catch (error) {
      const done = written.length > 0 ? ` Already renamed in: ${written.join(', ')}.` : '';
      throw new ToolCallError(`${pathLabel(uri)}: ${getErrorMessage(error)}${done}`);
    }
    written.push(pathLabel(uri));
  }
  return limitLines([`Renamed to ${newName} in:`, ...written.map(path => `  ${path}`)]);
}

async function findEdit(
  uri: vscode.Uri,
  position: vscode.Position,
  newName: string,
): Promise<vscode.WorkspaceEdit> {
  try {
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>(
      'vscode.executeDocumentRenameProvider',
      uri,
      position,
      newName,
    );
    return edit ?? new vscode.WorkspaceEdit();
  } catch (error) {
    throw new ToolCallError(
      `The language server refuses to rename this: ${getErrorMessage(error)}`,
    );
  }
}

/** All files are checked before the first one is written. */
async function computeText(
  call: ToolCall,
  uri: vscode.Uri,
  edits: readonly vscode.TextEdit[],
): Promise<RenamedFile> {
  if ((await call.getVisibility(uri)) !== 'text') {
    throw new ToolCallError(
      `${pathLabel(uri)} would be changed, too, but is not in the workspace.`,
    );
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const base = document.getText();
  const replacements = edits.map(({ range, newText }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    text: newText,
  }));
  return { uri, base, content: applyTextEdits(base, replacements) };
}
