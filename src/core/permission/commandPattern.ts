import { parseCommandPattern, WILDCARD, type ShellCommand } from './shellCommands.ts';

/** The `command` of a rule. */
export interface CommandPattern {
  /** The last word may be `WILDCARD`, which stands for any further arguments. */
  readonly words: readonly (string | RegExp)[];
  /** The first word, in lower case or without regard to case, for rules that deny or ask. */
  readonly program: string | RegExp;
}

/** The possible spellings of a command line, by the name of the program in lower case. */
export type CommandIndex = ReadonlyMap<string, readonly ShellCommand[]>;

/** Names beyond this number are not compared with wildcards. */
const NAME_LIMIT = 500;

export function compileCommandPattern(pattern: string): CommandPattern {
  const words = (parseCommandPattern(pattern) ?? []).map((word, index, all) =>
    word.includes(WILDCARD) && !(word === WILDCARD && index === all.length - 1)
      ? new RegExp(`^${word.split(WILDCARD).map(escapeRegExp).join('.*')}$`, 's')
      : word,
  );
  const [program = ''] = words;
  return {
    words,
    program: typeof program === 'string' ? program.toLowerCase() : new RegExp(program, 'is'),
  };
}

export function indexCommands(commands: readonly ShellCommand[]): CommandIndex {
  const index = new Map<string, ShellCommand[]>();
  for (const command of commands) {
    const name = (command[0] ?? '').toLowerCase();
    const known = index.get(name);
    if (known) {
      known.push(command);
    } else {
      index.set(name, [command]);
    }
  }
  return index;
}

export function matchesCommand({ words: all }: CommandPattern, command: ShellCommand): boolean {
  const words = getRequiredWords(all);
  return (
    matchesLength(all, command) &&
    words.every((word, index) => matchesWord(word, command[index] ?? ''))
  );
}

/** Whether a pattern matches one of the commands, whatever the case of the program's name. */
export function matchesAny({ words: all, program }: CommandPattern, index: CommandIndex): boolean {
  const words = getRequiredWords(all);
  const matches = (command: ShellCommand): boolean =>
    matchesLength(all, command) &&
    words.every((word, at) => at === 0 || matchesWord(word, command[at] ?? ''));
  if (program === WILDCARD) {
    return index.size > 0;
  }
  return typeof program === 'string'
    ? (index.get(program)?.some(matches) ?? false)
    : [...index].some(([name, commands]) => program.test(name) && commands.some(matches));
}

/** Whether a pattern may be meant by one of the names, all in lower case. If there are too many for a wildcard, it is. */
export function mentionsProgram({ program }: CommandPattern, names: ReadonlySet<string>): boolean {
  return typeof program === 'string'
    ? program === WILDCARD || names.has(program)
    : names.size > NAME_LIMIT || [...names].some(name => program.test(name));
}

const getRequiredWords = (words: CommandPattern['words']): CommandPattern['words'] =>
  words.at(-1) === WILDCARD ? words.slice(0, -1) : words;

const matchesLength = (words: CommandPattern['words'], { length }: ShellCommand): boolean =>
  words.at(-1) === WILDCARD ? length >= words.length - 1 : length === words.length;

const matchesWord = (pattern: string | RegExp, word: string): boolean =>
  typeof pattern === 'string' ? pattern === word : pattern.test(word);

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
