import * as vscode from 'vscode';
import { getErrorMessage } from '../../core/errors.ts';
import { asRecord } from '../../core/json.ts';
import { applyTextEdits } from '../../core/tools/applyTextEdits.ts';
import { toDocumentEol } from '../files/replaceText.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** A change of more files is refused, since nobody could review it. */
const FILES_LIMIT = 500;
/** What VS Code calls an edit of a text among the parts of a workspace edit. */
const TEXT_EDIT_TYPE = 2;

/** The edits of each file. */
export type FileEdits = readonly (readonly [vscode.Uri, readonly vscode.TextEdit[]])[];

/** The new text of a file, and the text that it was computed from. */
interface ChangedFile {
  readonly uri: vscode.Uri;
  readonly base: string;
  readonly content: string;
}

/** Whether an edit changes the texts of files and nothing else. */
export function isTextEdit(edit: vscode.WorkspaceEdit): boolean {
  // VS Code's API hides files that are created, renamed or deleted, so its implementation is asked. If that has become
  // another one, nobody knows what the edit does.
  const parts: unknown = asRecord(edit)?.['_edits'];
  return edit.size > 0 && Array.isArray(parts) && parts.length > 0 && parts.every(isTextPart);
}

const isTextPart = (part: unknown): boolean => asRecord(part)?.['_type'] === TEXT_EDIT_TYPE;

/**
 * Writes edits like the texts that an agent writes itself, so they are asked for and reviewed. Returns the names of the files
 * that are different now.
 */
export async function writeEdits(call: ToolCall, edits: FileEdits): Promise<readonly string[]> {
  if (edits.length > FILES_LIMIT) {
    throw new ToolCallError(`This would change ${edits.length} files, which is too many.`);
  }
  const files = await Promise.all(edits.map(([uri, own]) => computeText(call, uri, own)));
  const written: string[] = [];
  for (const { uri, base, content } of files.filter(file => file.content !== file.base)) {
    try {
      await call.access.files.write({ path: uri.fsPath, base, content }, call.signal);
    } catch (error) {
      const done = written.length > 0 ? ` Already changed: ${written.join(', ')}.` : '';
      throw new ToolCallError(`${call.getLabel(uri)}: ${getErrorMessage(error)}${done}`);
    }
    written.push(call.getLabel(uri));
  }
  return written;
}

/** All files are checked before the first one is written. */
async function computeText(
  call: ToolCall,
  uri: vscode.Uri,
  edits: readonly vscode.TextEdit[],
): Promise<ChangedFile> {
  const visibility = await call.getVisibility(uri);
  if (visibility !== 'text') {
    const why = visibility === 'name' ? 'is not in the workspace' : 'you may not read it';
    throw new ToolCallError(`${call.getLabel(uri)} would be changed, too, but ${why}.`);
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const base = document.getText();
  const replacements = edits.map(({ range, newText }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    text: toDocumentEol(document, newText), // Many language servers know only one kind of line ending.
  }));
  return { uri, base, content: applyTextEdits(base, replacements) };
}
