import * as vscode from 'vscode';

/** Shells that read the lines agents write. */
const POSIX_SHELL = /(?:^|[\\/])(?:ba|z|da|k|mk|a)?sh(?:\.exe)?$/i;

/**
 * The shell for agents' command lines: the user's. Where that has a language of its own (fish, nu), agents' lines would
 * fail in it, since they are written for a POSIX shell; there it is bash.
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
