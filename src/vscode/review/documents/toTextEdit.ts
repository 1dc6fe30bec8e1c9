import * as vscode from 'vscode';
import type { TextEdit } from '../../../core/diff/minimalEdits.ts';

/**
 * What VS Code tells of a change, as an edit of the text on disk: a document's line endings are all alike, and a mark at the
 * start of the file is no character of the document.
 */
export function toTextEdit(
  { range: { start, end }, text }: vscode.TextDocumentContentChangeEvent,
  eol: vscode.EndOfLine,
  isMarked: boolean,
): TextEdit {
  const at = ({ line, character }: vscode.Position) => ({
    line,
    character: isMarked && line === 0 ? character + 1 : character,
  });
  const ending = eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  return { start: at(start), end: at(end), text: text.replaceAll(/\r\n?|\n/g, ending) };
}
