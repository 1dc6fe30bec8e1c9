import * as vscode from 'vscode';
import type { TextEncodings } from '../../../agent/files/textEncoding.ts';

/** Encodings as this editor is set and able to read them. */
export const editorEncodings: TextEncodings = {
  get: path =>
    vscode.workspace.getConfiguration('files', vscode.Uri.file(path)).get('encoding', 'utf8'),
  decode: async (bytes, encoding) => vscode.workspace.decode(bytes, { encoding }),
  encode: async (text, encoding) => vscode.workspace.encode(text, { encoding }),
};
