import * as vscode from 'vscode';
import { getErrorMessage } from '../../core/errors.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { openSymbol, withLimit } from './languageServer.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';
import { isTextEdit, writeEdits } from './writeEdits.ts';

/** Renames a symbol. */
export async function renameSymbol(
  call: ToolCall,
  { newName, ...place }: ToolInput<'rename_symbol'>,
): Promise<string> {
  const { document, position } = await openSymbol(call, place);
  const edit = await withLimit(call, findEdit(document.uri, position, newName));
  if (!isTextEdit(edit)) {
    throw new ToolCallError(
      'The language server cannot rename this in files alone. Nothing was changed.',
    );
  }
  const written = await writeEdits(call, edit.entries());
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
