import { formatCommand, type CommandLine } from '../terminal/commandLine.ts';
import { mentionsProgram, type CommandPattern } from './commandPattern.ts';
import { toProgramName } from './programs.ts';
import { WILDCARD, type ShellCommand, type ShellSyntax } from './shellCommands.ts';

/** What may be the name of a program in a command, somewhere behind its own. */
export interface Mentions {
  /** In lower case. */
  readonly names: ReadonlySet<string>;
  readonly text: string;
}

/** Longer names are not looked for at the end of an option. */
const OPTION_LIMIT_CHARS = 64;

/** The names in a command that is not understood, in lower case. */
export const getLineNames = (command: CommandLine): ReadonlySet<string> =>
  new Set(
    formatCommand(command)
      .split(/[^\w@%+=:,./-]+/)
      .flatMap(word => [word, toProgramName(word)])
      .map(name => name.toLowerCase()),
  );

/** The names behind the program of each command, also in a line in quotes or attached to an option: `-Srm`, `--exec=rm`. */
export function getCommandMentions(
  commands: readonly ShellCommand[],
  syntax: ShellSyntax,
): Mentions {
  const names = new Set<string>();
  for (const [program = '', ...args] of commands) {
    const isFind = toProgramName(program).toLowerCase() === 'find';
    for (const name of args.flatMap(word => getWordNames(word, syntax, isFind))) {
      names.add(name.toLowerCase());
    }
    if (syntax === 'other') {
      // cmd removes some characters, and takes others for the end of the name: `@del`, `del\file`.
      const own = toProgramName(program);
      splitName(program)
        .filter(name => name !== own)
        .forEach(name => names.add(name.toLowerCase()));
    }
  }
  return { names, text: commands.flat().join(' ') };
}

/** Whether the program of a pattern is mentioned, and the word that follows it in the pattern. */
export function mentionsPattern(pattern: CommandPattern, { names, text }: Mentions): boolean {
  const [, second] = pattern.words;
  return (
    mentionsProgram(pattern, names) &&
    (typeof second !== 'string' || second === WILDCARD || text.includes(second))
  );
}

function getWordNames(word: string, syntax: ShellSyntax, isFind: boolean): readonly string[] {
  const parts = word.split(/[^\w+./\\-]+/);
  const [option = ''] = parts;
  return [
    word,
    ...parts.map(toProgramName),
    ...(isFind ? [] : getAttachedNames(option)),
    ...(syntax === 'other' ? splitName(word) : []),
  ];
}

/** What can be the value of an option with one letter, which may be the last of several ones: `-Srm`, `-qcrm`. */
function getAttachedNames(option: string): readonly string[] {
  return /^-[a-z0-9]/i.test(option) && option.length <= OPTION_LIMIT_CHARS
    ? Array.from(option.slice(2), (_letter, index) => toProgramName(option.slice(index + 2)))
    : [];
}

const splitName = (word: string): readonly string[] => word.split(/[^\w-]+/).filter(Boolean);
