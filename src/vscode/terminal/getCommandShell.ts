import * as vscode from 'vscode';

/** Shells that understand POSIX command lines. */
const POSIX_SHELL = /(?:^|[\\/])(?:ba|z|da|k|mk|a)?sh(?:\.exe)?$/i;

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
  if (POSIX_SHELL.test(shell)) {
    return shell;
  }
  return shell === '' ? '/bin/sh' : '/bin/bash';
}
