import * as vscode from 'vscode';

/**
 * What a command puts on the clipboard, where there is no other way to learn it. The clipboard is put back. One at a time:
 * the next one would take what this one put there for the user's.
 */
export function readViaClipboard(command: string): Promise<string> {
  const copied = last.then(() => copiedBy(command));
  last = copied.catch(() => ''); // Whoever asked for it hears of it.
  return copied;
}

let last = Promise.resolve('');

async function copiedBy(command: string): Promise<string> {
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
