import { parseShellCommands, type ShellCommand, type ShellSyntax } from './shellCommands.ts';

const SHELLS = new Set(['sh', 'bash', 'dash', 'ksh', 'zsh']);

/** Programs that run another program, which follows their options. */
const WRAPPERS = new Set(
  'sudo doas env nohup nice ionice time timeout command exec xargs setsid stdbuf busybox'.split(
    ' ',
  ),
);

/** A shell inside a shell inside a shell is not read further. */
const DEPTH_LIMIT = 3;

/**
 * The commands that run for a command, which is itself unless a shell is given a line: `bash -lc 'npm test'`. `undefined` if
 * that line is not understood.
 */
export function unwrapShell(
  command: ShellCommand,
  syntax: ShellSyntax,
  depth = 0,
): readonly ShellCommand[] | undefined {
  const line = getShellLine(command);
  if (line === undefined) {
    return [command];
  }
  const inner = depth < DEPTH_LIMIT && syntax === 'posix' ? parseShellCommands(line) : undefined;
  const unwrapped = inner?.map(part => unwrapShell(part, syntax, depth + 1));
  return unwrapped?.every(part => part !== undefined) ? unwrapped.flat() : undefined;
}

function getShellLine([program = '', ...args]: ShellCommand): string | undefined {
  const firstWord = args.findIndex(arg => !/^[-+]/.test(arg));
  const options = firstWord === -1 ? args : args.slice(0, firstWord);
  const takesLine = options.some(option => /^-[a-z]*c[a-z]*$/i.test(option));
  return SHELLS.has(getProgramName(program)) && takesLine ? args[firstWord] : undefined;
}

/** A command in every way in which a rule may name what it runs: without folder, shell or wrapper. */
export function getSpellings(command: ShellCommand, syntax: ShellSyntax): readonly ShellCommand[] {
  const inner = unwrapShell(command, syntax) ?? [];
  return [command, ...inner].flatMap(one =>
    unwrapPrograms(one).flatMap(([program = '', ...args]) => [
      [program, ...args],
      [getProgramName(program), ...args],
    ]),
  );
}

/** A command, and the one that a wrapper runs: each word after the wrapper may be its first. */
function unwrapPrograms(command: ShellCommand): readonly ShellCommand[] {
  const [program = '', ...words] = command;
  return WRAPPERS.has(getProgramName(program))
    ? [command, ...words.map((_word, index) => words.slice(index))]
    : [command];
}

const getProgramName = (program: string): string =>
  (/[^/\\]*$/.exec(program)?.[0] ?? program).replace(/\.(?:exe|cmd|bat)$/i, '');
