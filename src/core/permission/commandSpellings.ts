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
  ...'busybox toybox ssh sshpass npx bunx uvx wsl winpty rlwrap entr watchexec hyperfine'.split(
    ' ',
  ),
  ...'setpriv prlimit numactl cpulimit choom chronic sem faketime gosu su-exec tini'.split(' '),
  ...'dumb-init xvfb-run dbus-run-session firejail bwrap proxychains proxychains4'.split(' '),
  ...'torsocks cross-env dotenv dotenvx concurrently corepack'.split(' '),
]);

/** What follows these words runs, whatever the program: `npm exec`, `yarn dlx`, `uv run`, `git submodule foreach`. */
const RUN_WORD = /^(?:exec|dlx|run|foreach|develop|--?exec|--run|--command|--call)$/;
const RUN_VALUE = /^--(?:exec|run|command|call|to-command)=(.+)$/s;

/** Package managers whose subcommand `run` is for scripts of the project, and `x` for any program. */
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** Further programs that run any other one if an option says so. */
const RUNS_BY_OPTION = new Set([
  ...'make gmake tar bsdtar rsync scp sftp docker podman kubectl'.split(' '),
  ...'nix nix-shell man less more zip'.split(' '),
]);

/** Programs that run any other one in some subcommands, and with options before the subcommand. */
const RUNS_BY_SUBCOMMAND: Readonly<Record<string, RegExp>> = {
  git: /^(?:archive|bisect|clone|config|difftool|fetch|filter-branch|grep|ls-remote|mergetool|pull|push|rebase|submodule)$/,
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
};

/** Programs that pass a word on to a shell, and options of others that do. */
const LINE_READERS = new Set([
  ...POSIX_SHELLS,
  ...'fish csh tcsh pwsh powershell cmd eval trap su runuser script watch parallel ssh'.split(' '),
  ...'-c --call'.split(' '),
]);

/** Patterns of files, such as an argument of a linter. Only a shell would make a program of them. */
const FILE_PATTERN = /^[\w@%+=:,./*?[\]{}!^~-]*$/;

/** Programs whose arguments can be a program. */
const INTERPRETERS =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|ruby|perl|php[\d.]*|lua[\d.]*|tclsh|[gmn]?awk|sed|osascript|gdb|vim?|nvim|emacs|tsx|ts-node)$/;

/** These run what follows one of their options. */
const FINDERS = new Set(['find', 'fd']);
const EXECUTE = /^(?:--?exec.*|-ok.*|-x)$/i;
const EXECUTE_LIMIT = 8;

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
export function getCommandSpellings(
  command: ShellCommand,
  syntax: ShellSyntax,
  depth = 0,
): readonly ShellCommand[] | undefined {
  const { words, commands } = getRun(command);
  const lines = words.filter(isLine);
  if (words.length > WORD_LIMIT || (lines.length > 0 && depth === DEPTH_LIMIT)) {
    return undefined;
  }
  return flatten([
    ...[command, ...getEnds(words)].map(getNames),
    ...(syntax === 'other' ? getAttached(command) : []).map(getNames),
    ...commands.map(run => getCommandSpellings(run, syntax, depth)),
    ...lines.map(line => getLineSpellings(line, syntax, depth + 1)),
  ]);
}

/** What cmd runs for words that it takes for several ones: `del/q`, `del,file`, `cmd /cdel`. */
const getAttached = (command: ShellCommand): readonly ShellCommand[] =>
  command.flatMap((word, index) => {
    const [first = '', ...rest] = word.replace(/^\/[ckr](?=\w)/i, '').split(/[,=/]+/);
    const isProgram = index === 0 || /^\/[ckr]\w/i.test(word);
    return isProgram ? [[first, ...rest, ...command.slice(index + 1)]] : [];
  });

/** Whether a command has a shell run a line that is not understood, so that its spellings may not be all. */
export function hidesCommand(command: ShellCommand, syntax: ShellSyntax): boolean {
  const { words, commands } = getRun(command);
  const hasShell = command.some(word => LINE_READERS.has(getProgramName(word).toLowerCase()));
  const lines = words.filter(word => isLine(word) && (hasShell || !FILE_PATTERN.test(word)));
  return (
    commands.some(run => hidesCommand(run, syntax)) ||
    lines.some(
      line => parseShellCommands(line, syntax)?.some(run => hidesCommand(run, syntax)) ?? true,
    )
  );
}

/** What a command runs: a command that is known, or one that begins with any of some words. */
interface Run {
  readonly words: readonly string[];
  readonly commands: readonly ShellCommand[];
}

const isFinder = ([program = '']: ShellCommand): boolean =>
  FINDERS.has(getProgramName(program).toLowerCase());

function getRun([program = '', ...words]: ShellCommand): Run {
  const name = getProgramName(program).toLowerCase();
  if (FINDERS.has(name)) {
    const commands = getEnds(words).filter((_end, index) => EXECUTE.test(words[index - 1] ?? ''));
    // Each of many would be read with all that follow it.
    return commands.length > EXECUTE_LIMIT || commands.some(isFinder)
      ? { words, commands: [] }
      : { words: [], commands };
  }
  if (RUNNERS.has(name)) {
    return { words, commands: [] };
  }
  const isRunWord = (word: string, index: number): boolean =>
    RUN_WORD.test(word) || (word === 'x' && index === 0 && PACKAGE_MANAGERS.has(name));
  const first = words.findIndex(isRunWord);
  const values = words.flatMap(word => RUN_VALUE.exec(word)?.slice(1) ?? []);
  return { words: [...(first === -1 ? [] : words.slice(first + 1)), ...values], commands: [] };
}

/** A line that is not understood may run each of its words. */
function getLineSpellings(
  line: string,
  syntax: ShellSyntax,
  depth: number,
): readonly ShellCommand[] | undefined {
  const commands = parseShellCommands(line, syntax);
  if (commands) {
    return flatten(commands.map(command => getCommandSpellings(command, syntax, depth)));
  }
  const words = line.split(/[^\w@%+=:,./-]+/).filter(Boolean);
  return words.length > WORD_LIMIT ? undefined : getEnds(words).flatMap(getNames);
}

/**
 * Whether a program with any arguments can run any other program, or if `first` is given, with any arguments after that one.
 */
export function canRunAnyProgram(program: string, first?: string): boolean {
  const name = getProgramName(program).toLowerCase();
  return (
    RUNNERS.has(name) ||
    INTERPRETERS.test(name) ||
    RUNS_BY_OPTION.has(name) ||
    (first !== undefined && canRunBySubcommand(name, first))
  );
}

function canRunBySubcommand(name: string, first: string): boolean {
  const subcommands = RUNS_BY_SUBCOMMAND[name];
  return isSubcommand(first)
    ? (subcommands?.test(first) ?? false) ||
        (RUN_WORD.test(first) && !(first === 'run' && PACKAGE_MANAGERS.has(name)))
    : subcommands !== undefined;
}

/** Whether a first argument says what a program does: `push`, but not `-C` or `a.txt`. */
export const isSubcommand = (word: string): boolean => /^[a-z][\w:-]*$/i.test(word);

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
