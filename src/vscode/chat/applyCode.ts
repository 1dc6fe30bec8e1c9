import * as vscode from 'vscode';
import { placedCode } from '../../core/chat/placedCode.ts';
import { UserError } from '../../core/errors.ts';
import type { LineRange } from '../../core/text/lineRange.ts';
import { workspaceFile } from './openLink.ts';
import { workspaceRoots } from './shell.ts';

/** Shows what a file becomes with code from the conversation in it, and changes it if the user says so. */
export async function applyCode(code: string, file: string | undefined): Promise<void> {
  const document = await documentFor(file);
  const before = document.getText();
  const editor = vscode.window.visibleTextEditors.find(shown => shown.document === document);
  const after = placedCode(before, code, editor && selectedLines(editor));
  const edit = new vscode.WorkspaceEdit();
  const name = vscode.workspace.asRelativePath(document.uri);
  const asks = {
    needsConfirmation: true,
    label: vscode.l10n.t('Apply to {0}', name),
    description: vscode.l10n.t('Code from the conversation'),
  };
  if (after === before) {
    throw new UserError(vscode.l10n.t('{0} already has this code.', name));
  }
  if (after === undefined) {
    const line = editor?.selection.active.line ?? document.lineCount - 1;
    const { end } = document.lineAt(line).rangeIncludingLineBreak;
    const isLast = end.line === line;
    edit.insert(document.uri, end, (isLast ? '\n' : '') + closed(code), asks);
  } else {
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, document.validateRange(whole), after, asks);
  }
  await vscode.window.showTextDocument(document, { preview: true });
  await vscode.workspace.applyEdit(edit);
}

const closed = (code: string): string => (code.endsWith('\n') ? code : `${code}\n`);

/** The file that the agent named, if it is there; else the one in front. */
async function documentFor(file: string | undefined): Promise<vscode.TextDocument> {
  const named = file === undefined ? undefined : await opened(file);
  const document = named ?? vscode.window.activeTextEditor?.document;
  if (!document) {
    throw new UserError(vscode.l10n.t('Open the file that this code is for, then try again.'));
  }
  return document;
}

async function opened(file: string): Promise<vscode.TextDocument | undefined> {
  try {
    const uri = vscode.Uri.file(await workspaceFile(file, workspaceRoots()));
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined; // It is not there, or not ours: then the file in front is meant.
  }
}

function selectedLines({ selection, document }: vscode.TextEditor): LineRange | undefined {
  if (selection.isEmpty) {
    return undefined;
  }
  const { start, end } = selection;
  const isWholeLines = end.character === 0 && end.line > start.line;
  return {
    start: start.line,
    end: Math.min(document.lineCount, end.line + (isWholeLines ? 0 : 1)),
  };
}
