/** A command of an agent: a program with arguments, or a line for the user's shell. */
export type CommandLine =
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'line'; readonly line: string };

/** Names and paths that have the same meaning with and without a shell. */
const PLAIN_NAME = /^[\w@+:,./\\-]+$/;

/**
 * A command with arguments is a program and is started without a shell. Without arguments agents send a program name or a
 * whole command line; an empty list means the same as no list.
 */
export function parseCommand(
  command: string,
  args: readonly string[] | null | undefined,
): CommandLine {
  return args?.length || PLAIN_NAME.test(command)
    ? { kind: 'program', program: command, args: args ?? [] }
    : { kind: 'line', line: command };
}

/** Formats a command for display; arguments are quoted if necessary. */
export function formatCommand(command: CommandLine): string {
  return command.kind === 'line'
    ? command.line
    : [command.program, ...command.args].map(quoteArgument).join(' ');
}

const quoteArgument = (argument: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;

/** Whether a shell understands POSIX command lines, by its path. PowerShell 7 does not, though its name ends with `sh`. */
export const isPosixShell = (shell: string): boolean =>
  /(?:^|[\\/])(?:ba|z|da|k|mk|a)?sh(?:\.exe)?$/i.test(shell);

/** The arguments of a shell that runs a command line, and whether they must be passed verbatim. */
export interface ShellInvocation {
  readonly args: readonly string[];
  readonly isVerbatim: boolean;
}

/** How a shell runs one line. It does not load its profile, which could print anything. */
export function getShellInvocation(shell: string, line: string): ShellInvocation {
  const name = (/[^/\\]+$/.exec(shell)?.[0] ?? shell).toLowerCase().replace(/\.exe$/, '');
  switch (name) {
    case 'cmd':
      return { args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
    case 'pwsh':
    case 'powershell':
      return {
        args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', line],
        isVerbatim: false,
      };
    default:
      return { args: ['-c', line], isVerbatim: false };
  }
}

/**
 * Quotes a command line for cmd.exe that starts a batch file with exactly these arguments. A batch file parses its arguments
 * a second time, so they are escaped twice.
 */
export function quoteBatchCommand(program: string, args: readonly string[]): string {
  return [escapeMeta(program), ...args.map(batchArgument)].join(' ');
}

function batchArgument(argument: string): string {
  const doubled = argument.replaceAll(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\*)$/, '$1$1');
  const quoted = `"${doubled}"`;
  return escapeMeta(escapeMeta(quoted));
}

const escapeMeta = (text: string): string => text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
