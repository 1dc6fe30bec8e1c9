import * as vscode from 'vscode';
import type { TextEncodings } from '../../agent/files/textEncoding.ts';

/** Encodings as VS Code reads and writes them. */
export const editorEncodings: TextEncodings = {
  get: path => encodingFor(vscode.Uri.file(path)),
  decode: async (bytes, encoding) => vscode.workspace.decode(bytes, { encoding }),
  encode: async (text, encoding) => vscode.workspace.encode(text, { encoding }),
};

/** What the settings say of a folder. */
interface Configured {
  readonly encoding: string;
  readonly isGuessed: boolean;
}

/** Kept while the window lives: VS Code takes long to answer, and a thousand files of a folder are asked for in a row. */
const known = new Map<string, Configured>();
vscode.workspace.onDidChangeConfiguration(() => known.clear());
vscode.workspace.onDidChangeWorkspaceFolders(() => known.clear());

async function encodingFor(uri: vscode.Uri): Promise<string> {
  const { encoding, isGuessed } = configuredFor(uri);
  if (!isGuessed) {
    return encoding;
  }
  try {
    return (await vscode.workspace.openTextDocument(uri)).encoding;
  } catch {
    return encoding; // There is no such file yet, or it is no text: nothing to guess from.
  }
}

/** A setting can be made for a workspace folder, and for nothing smaller. */
function configuredFor(uri: vscode.Uri): Configured {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
  const found = known.get(folder);
  if (found) {
    return found;
  }
  const files = vscode.workspace.getConfiguration('files', uri);
  const configured = {
    encoding: files.get<string>('encoding') ?? 'utf8',
    isGuessed: files.get<boolean>('autoGuessEncoding') ?? false,
  };
  known.set(folder, configured);
  return configured;
}
