import * as vscode from 'vscode';
import { isPosixShell } from '../../core/terminal/commandLine.ts';

/**
 * The shell that runs the command lines of agents: the user's own, or bash if the user's shell has another syntax (fish,
 * nu), since agents write for a POSIX shell.
 */
export function getCommandShell(
  shell: string = vscode.env.shell,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') {
    return shell || (process.env['ComSpec'] ?? 'C:\\Windows\\System32\\cmd.exe');
  }
  if (isPosixShell(shell)) {
    return shell;
  }
  return shell === '' ? '/bin/sh' : '/bin/bash';
}
