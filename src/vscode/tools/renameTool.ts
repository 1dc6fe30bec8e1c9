import * as vscode from 'vscode';
import { getErrorMessage } from '../../core/errors.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { askLanguageServer, openSymbol } from './languageServer.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';
import { isTextEdit, writeEdits } from './writeEdits.ts';

/** Renames a symbol. */
export async function renameSymbol(
  call: ToolCall,
  { newName, ...place }: ToolInput<'rename_symbol'>,
): Promise<string> {
  const { document, position } = await openSymbol(call, place);
  let refusal: string | undefined;
  const ask = async (): Promise<readonly vscode.WorkspaceEdit[]> => {
    try {
      return await findEdits(document.uri, position, newName);
    } catch (error) {
      refusal = getErrorMessage(error); // VS Code says the same if nobody can rename anything.
      return [];
    }
  };
  const [edit] = await askLanguageServer(call, document, ask, 'Edit each use instead.');
  if (!edit) {
    throw new ToolCallError(
      `The language server refuses to rename this: ${refusal ?? 'it gives no reason.'}`,
    );
  }
  if (!isTextEdit(edit)) {
    throw new ToolCallError(
      'The language server cannot rename this in files alone. Nothing was changed.',
    );
  }
  const written = await writeEdits(call, edit.entries());
  return limitLines([`Renamed to ${newName} in:`, ...written.map(path => `  ${path}`)]);
}

async function findEdits(
  uri: vscode.Uri,
  position: vscode.Position,
  newName: string,
): Promise<readonly vscode.WorkspaceEdit[]> {
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>(
    'vscode.executeDocumentRenameProvider',
    uri,
    position,
    newName,
  );
  return edit && edit.size > 0 ? [edit] : [];
}
