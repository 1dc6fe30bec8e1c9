import { toProgramName, PACKAGE_MANAGERS, POSIX_SHELLS, RUN_WORD, RUNNERS } from './programs.ts';
import { parseShellCommands, type ShellCommand, type ShellSyntax } from './shellCommands.ts';

/** Folders that only the administrator of a machine changes. A shell in any other folder may be another program. */
const SYSTEM_FOLDERS = new Set(
  '/bin /usr/bin /usr/local/bin /opt/homebrew/bin /run/current-system/sw/bin'.split(' '),
);

/** The command in the value of an option. */
const RUN_VALUE = /^--(?:exec|run|command|call|to-command)=(.+)$/s;

/** These run what follows one of their options. */
const FINDERS = new Set(['find', 'fd']);
const EXECUTE = /^(?:--?exec.*|-ok.*|-x)$/i;
const EXECUTE_LIMIT = 8;

/** A shell inside a shell inside a shell is not read further. */
const DEPTH_LIMIT = 3;

/** Behind a program that runs others each word may be a program, so the number of possible commands has a limit. */
const WORD_LIMIT = 200;

/** So many spellings are compared with the rules, and so many options may precede a subcommand. */
const SPELLING_LIMIT = 500;
const OPTION_LIMIT = 20;

/** How many spellings a whole line may still have. */
export interface SpellingBudget {
  left: number;
}

export const createBudget = (): SpellingBudget => ({ left: SPELLING_LIMIT });

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
    POSIX_SHELLS.has(toProgramName(program)) && (folder === undefined || SYSTEM_FOLDERS.has(folder))
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
  budget = createBudget(),
  depth = 0,
): readonly ShellCommand[] | undefined {
  const { words, commands } = getRun(command);
  const lines = words.filter(isLine);
  if (
    budget.left <= 0 ||
    words.length > WORD_LIMIT ||
    (lines.length > 0 && depth === DEPTH_LIMIT)
  ) {
    return undefined;
  }
  return flatten([
    ...[command, ...getEnds(words)].map(end => getNames(end, budget)),
    ...(syntax === 'other' ? getAttached(command) : []).map(end => getNames(end, budget)),
    ...commands.map(run => getCommandSpellings(run, syntax, budget, depth)),
    ...lines.map(line => getLineSpellings(line, syntax, budget, depth + 1)),
  ]);
}

/** The options of cmd before a line that follows without a space: `/cdel`, `/q/cdel`. */
const CMD_LINE = /^(?:\/[^/]+)*\/[ckr](?=\w)/i;

/** What cmd runs for words that it takes for several ones: `del/q`, `del,file`, `cmd /cdel`. */
const getAttached = (command: ShellCommand): readonly ShellCommand[] =>
  command.flatMap((word, index) => {
    const [first = '', ...rest] = word.replace(CMD_LINE, '').split(/[,=/]+/);
    const isProgram = index === 0 || CMD_LINE.test(word);
    return isProgram ? [[first, ...rest, ...command.slice(index + 1)]] : [];
  });

/** What a command runs: a command that is known, or one that begins with any of some words. */
export interface Run {
  readonly words: readonly string[];
  readonly commands: readonly ShellCommand[];
}

const isFinder = ([program = '']: ShellCommand): boolean =>
  FINDERS.has(toProgramName(program).toLowerCase());

export function getRun([program = '', ...words]: ShellCommand): Run {
  const name = toProgramName(program).toLowerCase();
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
  budget: SpellingBudget,
  depth: number,
): readonly ShellCommand[] | undefined {
  const commands = parseShellCommands(line, syntax);
  if (commands) {
    return flatten(commands.map(command => getCommandSpellings(command, syntax, budget, depth)));
  }
  const words = line.split(/[^\w@%+=:,./-]+/).filter(Boolean);
  return words.length > WORD_LIMIT
    ? undefined
    : flatten(getEnds(words).map(end => getNames(end, budget)));
}

/** A command with each name of its program, and with each subcommand that options may precede: `git -C folder push`. */
function getNames(
  [program = '', ...args]: ShellCommand,
  budget: SpellingBudget,
): readonly ShellCommand[] | undefined {
  const name = toProgramName(program);
  const names = [...new Set([program, name, name.toLowerCase()])];
  const isOption = (index: number): boolean => args[index]?.startsWith('-') ?? false;
  const subcommand = args.findIndex((_arg, index) => !isOption(index) && !isOption(index - 1));
  const ends = Math.max(1, subcommand === -1 ? args.length : subcommand + 1);
  budget.left -= names.length * ends;
  return ends > OPTION_LIMIT || budget.left < 0
    ? undefined
    : Array.from({ length: ends }, (_none, index) => args.slice(index)).flatMap(end =>
        names.map(one => [one, ...end]),
      );
}

/** Whether a word consists of several ones for a shell. */
export const isLine = (word: string): boolean => /[^\w@%+=:,./-]/.test(word);

const getEnds = (words: readonly string[]): readonly ShellCommand[] =>
  words.map((_word, index) => words.slice(index));

/** Joins the lists; `undefined` if one of them is unknown. */
export const flatten = (
  parts: readonly (readonly ShellCommand[] | undefined)[],
): readonly ShellCommand[] | undefined =>
  parts.every(part => part !== undefined) ? parts.flat() : undefined;
