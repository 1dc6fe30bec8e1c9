import * as vscode from 'vscode';

/**
 * Runs a command that copies to the clipboard, returns the copied text and restores the clipboard. Used where VS Code has no
 * API for the text. Calls run one after the other, so that none mistakes the text of another for the user's clipboard.
 */
export function readViaClipboard(command: string): Promise<string> {
  const copied = last.then(() => copyWith(command));
  last = copied.catch(() => ''); // The caller gets the error.
  return copied;
}

let last = Promise.resolve('');

async function copyWith(command: string): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    await clipboard.writeText('');
    await vscode.commands.executeCommand(command);
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
}
