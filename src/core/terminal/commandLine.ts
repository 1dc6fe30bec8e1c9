/** What an agent wants to be run: a program with its arguments, or a line for the user's shell. */
export type CommandLine =
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] }
  | { readonly kind: 'line'; readonly line: string };

/** Names and paths that mean the same with and without a shell. */
const PLAIN_NAME = /^[\w@+:,./\\-]+$/;

/**
 * With arguments it is a program, and no shell ever sees them. Without, agents send a bare name or
 * a whole command line; an empty list says no more than none.
 */
export function parseCommand(
  command: string,
  args: readonly string[] | null | undefined,
): CommandLine {
  return args?.length || PLAIN_NAME.test(command)
    ? { kind: 'program', program: command, args: args ?? [] }
    : { kind: 'line', line: command };
}

/** A command in one line, for people to read; arguments that need it are in quotes. */
export function formatCommand(command: CommandLine): string {
  return command.kind === 'line'
    ? command.line
    : [command.program, ...command.args].map(shownArgument).join(' ');
}

const shownArgument = (argument: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;

/** How a shell is called with a line, and whether its arguments must be passed on letter by letter. */
export interface ShellInvocation {
  readonly args: readonly string[];
  readonly isVerbatim: boolean;
}

/** The arguments that make a shell run one line, without its profile: a profile prints what it likes. */
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
 * A line for cmd.exe that starts a batch file with exactly these arguments. A batch file reads its
 * arguments a second time, hence the second escape.
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
