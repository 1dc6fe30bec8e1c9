import * as vscode from 'vscode';

/** What a command puts on the clipboard, where there is no other way to learn it. The clipboard is put back. */
export async function overClipboard(command: string): Promise<string> {
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
