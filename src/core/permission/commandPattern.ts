import { formatCommand, type CommandLine } from '../terminal/commandLine.ts';
import { parseCommandPattern, WILDCARD, type ShellCommand } from './shellCommands.ts';

/** The words of the `command` of a rule. The last one may be `WILDCARD`, which stands for any further arguments. */
export type CommandPattern = readonly (string | RegExp)[];

export function compileCommandPattern(pattern: string): CommandPattern {
  const words = parseCommandPattern(pattern) ?? [];
  return words.map((word, index) =>
    word.includes(WILDCARD) && !(word === WILDCARD && index === words.length - 1)
      ? new RegExp(`^${word.split(WILDCARD).map(escapeRegExp).join('.*')}$`, 's')
      : word,
  );
}

export function matchesCommand(pattern: CommandPattern, command: ShellCommand): boolean {
  const takesRest = pattern.at(-1) === WILDCARD;
  const words = takesRest ? pattern.slice(0, -1) : pattern;
  return (
    (takesRest ? command.length >= words.length : command.length === words.length) &&
    words.every((word, index) => matchesWord(word, command[index] ?? ''))
  );
}

/** A command that is not understood may still run the program that a rule forbids. */
export function mentionsProgram([program]: CommandPattern, command: CommandLine): boolean {
  const words = formatCommand(command).split(/[^\w@%+=:,./-]+/);
  return (
    program !== undefined &&
    (program === WILDCARD ||
      words.some(word => matchesWord(program, word) || matchesWord(program, baseName(word))))
  );
}

const matchesWord = (pattern: string | RegExp, word: string): boolean =>
  typeof pattern === 'string' ? pattern === word : pattern.test(word);

const baseName = (path: string): string => /[^/\\]*$/.exec(path)?.[0] ?? path;

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
