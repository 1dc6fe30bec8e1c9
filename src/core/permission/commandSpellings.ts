import { parseShellCommands, type ShellCommand, type ShellSyntax } from './shellCommands.ts';

const POSIX_SHELLS = new Set('sh bash dash ash ksh mksh zsh'.split(' '));

/** Folders that only the administrator of a machine changes. A shell in any other folder may be another program. */
const SYSTEM_FOLDERS = new Set(
  '/bin /usr/bin /usr/local/bin /opt/homebrew/bin /run/current-system/sw/bin'.split(' '),
);

/** Programs that run another program, or a line, which is one of their arguments. */
const RUNNERS = new Set([
  ...POSIX_SHELLS,
  ...'fish csh tcsh pwsh powershell cmd start eval trap source .'.split(' '),
  ...'sudo doas su runuser pkexec env nohup nice ionice chrt taskset time timeout'.split(' '),
  ...'command builtin exec xargs parallel find fd setsid stdbuf unbuffer flock watch'.split(' '),
  ...'script strace ltrace chroot unshare nsenter systemd-run fakeroot caffeinate'.split(' '),
  ...'busybox toybox ssh npx bunx uvx'.split(' '),
]);

/** Programs whose arguments can be a program. */
const INTERPRETERS =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|ruby|perl|php[\d.]*|lua[\d.]*|tclsh|[gmn]?awk|sed|osascript|gdb|vim?|nvim|emacs|tsx|ts-node)$/;

/** These run what follows one of their options. */
const FINDERS = new Set(['find', 'fd']);
const EXECUTE = /^(?:--?exec.*|-ok.*|-x)$/i;

/** A shell inside a shell inside a shell is not read further. */
const DEPTH_LIMIT = 3;

/** Behind a program that runs others each word may be a program, so the number of possible commands has a limit. */
const WORD_LIMIT = 200;

/** Options of shells that do not change which commands a line consists of. The names of others follow `-o`. */
const SHELL_OPTION = /^(?:[-+][eilux]+|--(?:norc|noprofile|login|posix))$/;
const SHELL_OPTION_WITH_NAME = /^[-+][eilux]*o$/;
const SHELL_OPTION_WITH_LINE = /^-[eilux]*c[eilux]*$/;

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
  return inner && flatten(inner.map(part => unwrapShell(part, syntax, depth + 1)));
}

function getShellLine([program = '', ...args]: ShellCommand): string | undefined {
  if (!isSystemShell(program)) {
    return undefined;
  }
  let takesLine = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (SHELL_OPTION_WITH_LINE.test(arg)) {
      takesLine = true;
    } else if (SHELL_OPTION_WITH_NAME.test(arg)) {
      index += 1;
    } else if (!SHELL_OPTION.test(arg)) {
      return takesLine && !/^[-+]/.test(arg) ? arg : undefined;
    }
  }
  return undefined;
}

function isSystemShell(program: string): boolean {
  const folder = /^(.*)[/\\]/s.exec(program)?.[1];
  return (
    POSIX_SHELLS.has(getProgramName(program)) &&
    (folder === undefined || SYSTEM_FOLDERS.has(folder))
  );
}

/**
 * A command in every way in which a rule may name what it runs: without folder, options before a subcommand, shell or other
 * program that runs it. Some of these do not run, so they decide about denying and asking only. `undefined` if there are too
 * many.
 */
export function getSpellings(
  command: ShellCommand,
  syntax: ShellSyntax,
  depth = 0,
): readonly ShellCommand[] | undefined {
  const [program = '', ...words] = command;
  const name = getProgramName(program).toLowerCase();
  if (!RUNNERS.has(name)) {
    return getNames(command);
  }
  const lines = words.filter(isLine);
  if (words.length > WORD_LIMIT || (lines.length > 0 && depth === DEPTH_LIMIT)) {
    return undefined;
  }
  const run = getEnds(words).filter(
    (_end, index) => !FINDERS.has(name) || EXECUTE.test(words[index - 1] ?? ''),
  );
  return flatten([
    ...[command, ...run].map(getNames),
    ...lines.map(line => getLineSpellings(line, syntax, depth + 1)),
  ]);
}

/** A line that is not understood may run each of its words. */
function getLineSpellings(
  line: string,
  syntax: ShellSyntax,
  depth: number,
): readonly ShellCommand[] | undefined {
  const commands = parseShellCommands(line, syntax);
  if (commands) {
    return flatten(commands.map(command => getSpellings(command, syntax, depth)));
  }
  const words = line.split(/[^\w@%+=:,./-]+/).filter(Boolean);
  return words.length > WORD_LIMIT ? undefined : getEnds(words).flatMap(getNames);
}

/** Whether a program with any arguments can run any other program. */
export function canRunAnyProgram(program: string): boolean {
  const name = getProgramName(program).toLowerCase();
  return RUNNERS.has(name) || INTERPRETERS.test(name);
}

/** A command with each name of its program, and with each subcommand that options may precede: `git -C folder push`. */
function getNames([program = '', ...args]: ShellCommand): readonly ShellCommand[] {
  const name = getProgramName(program);
  const isOption = (index: number): boolean => args[index]?.startsWith('-') ?? false;
  const subcommand = args.findIndex((_arg, index) => !isOption(index) && !isOption(index - 1));
  const leading = subcommand === -1 ? args : args.slice(0, subcommand + 1);
  const ends = leading.map((_arg, index) => args.slice(index));
  return [...new Set([program, name, name.toLowerCase()])].flatMap(one =>
    (ends.length > 0 ? ends : [args]).map(end => [one, ...end]),
  );
}

/** Whether a word consists of several ones for a shell. */
const isLine = (word: string): boolean => /[^\w@%+=:,./-]/.test(word);

const getEnds = (words: readonly string[]): readonly ShellCommand[] =>
  words.map((_word, index) => words.slice(index));

/** Joins the lists; `undefined` if one of them is unknown. */
export const flatten = (
  parts: readonly (readonly ShellCommand[] | undefined)[],
): readonly ShellCommand[] | undefined =>
  parts.every(part => part !== undefined) ? parts.flat() : undefined;

const getProgramName = (program: string): string =>
  (/[^/\\]*$/.exec(program)?.[0] ?? program).replace(/\.(?:exe|com|cmd|bat|ps1)$/i, '');
