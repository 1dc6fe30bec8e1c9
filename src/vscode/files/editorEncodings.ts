import * as vscode from 'vscode';
import type { TextEncodings } from '../../agent/files/textEncoding.ts';

/** Reads and writes text in the encodings that VS Code uses, which depend on settings and can be guessed from the content. */
export const editorEncodings: TextEncodings = {
  get: path => getEncoding(vscode.Uri.file(path)),
  decode: async (bytes, encoding) => vscode.workspace.decode(bytes, { encoding }),
  encode: async (text, encoding) => vscode.workspace.encode(text, { encoding }),
};

/** The encoding settings of a workspace folder. */
interface EncodingSettings {
  readonly encoding: string;
  readonly isGuessed: boolean;
}

/** Cached by folder, because reading settings is slow and the encodings of a thousand files may be requested in a row. */
const settingsByFolder = new Map<string, EncodingSettings>();
vscode.workspace.onDidChangeConfiguration(() => settingsByFolder.clear());
vscode.workspace.onDidChangeWorkspaceFolders(() => settingsByFolder.clear());

async function getEncoding(uri: vscode.Uri): Promise<string> {
  const { encoding, isGuessed } = getEncodingSettings(uri);
  if (!isGuessed) {
    return encoding;
  }
  try {
    return (await vscode.workspace.openTextDocument(uri)).encoding;
  } catch {
    return encoding; // The file does not exist yet or is not a text, so there is nothing to guess from.
  }
}

/** These settings can differ between workspace folders, but not within one. */
function getEncodingSettings(uri: vscode.Uri): EncodingSettings {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
  const found = settingsByFolder.get(folder);
  if (found) {
    return found;
  }
  const files = vscode.workspace.getConfiguration('files', uri);
  const configured = {
    encoding: files.get<string>('encoding') ?? 'utf8',
    isGuessed: files.get<boolean>('autoGuessEncoding') ?? false,
  };
  settingsByFolder.set(folder, configured);
  return configured;
}
