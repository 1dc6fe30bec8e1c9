import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/** Conversations contain code and prompts, so only the current user may read a new file. */
const FILE_MODE = 0o600;

/** Writes an export. A file that exists keeps its permissions. */
export async function writePrivateFile(target: vscode.Uri, text: string): Promise<void> {
  if (target.scheme === 'file') {
    await writeFile(target.fsPath, text, { mode: FILE_MODE });
  } else {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  }
}
