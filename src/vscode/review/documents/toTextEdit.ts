import * as vscode from 'vscode';
import type { TextEdit } from '../../../core/diff/minimalEdits.ts';

/**
 * Converts a change that VS Code reports to an edit of the text on disk: a document has one kind of line ending, and a byte
 * order mark is not one of its characters.
 */
export function toTextEdit(
  { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent,
  eol: vscode.EndOfLine,
  hasByteOrderMark: boolean,
): TextEdit {
  const at = ({ line, character }: vscode.Position) => ({
    line,
    character: hasByteOrderMark && line === 0 ? character + 1 : character,
  });
  const ending = eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return { start: at(start), end: at(end), text: text.replaceAll(/\r\n?|\n/g, ending) };
}
