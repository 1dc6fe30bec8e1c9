import * as vscode from 'vscode';
import type { Encodings } from '../../agent/ports.ts';

/** Encodings as VS Code reads and writes them. */
export const editorEncodings: Encodings = {
  of: path => encodingFor(vscode.Uri.file(path)),
  decode: async (bytes, encoding) => vscode.workspace.decode(bytes, { encoding }),
  encode: async (text, encoding) => vscode.workspace.encode(text, { encoding }),
};

async function encodingFor(uri: vscode.Uri): Promise<string> {
  const files = vscode.workspace.getConfiguration('files', uri);
  const configured = files.get<string>('encoding') ?? 'utf8';
  if (!files.get<boolean>('autoGuessEncoding')) {
    return configured;
  }
  try {
    return (await vscode.workspace.openTextDocument(uri)).encoding;
  } catch {
    return configured; // There is no such file yet, or it is no text: nothing to guess from.
  }
}
