import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';

/** Runs a command without waiting for its end, and returns when it was started. */
export function start(command: string): number {
  const atMs = Date.now();
  void vscode.commands.executeCommand(command);
  return atMs;
}

/** Runs a command to its end. */
export async function run(command: string, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}

/** Whether the extension has been activated by VS Code. */
export const isActive = (id: string): boolean =>
  vscode.extensions.getExtension(id)?.isActive === true;

/** The memory of this extension host in megabytes, after a garbage collection. */
export function memoryMb(): { readonly heapMb: number; readonly residentMb: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20 };
}
