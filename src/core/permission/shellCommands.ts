/** One command of a line: the program and its arguments, as the shell passes them on. */
export type ShellCommand = readonly string[];

/** Which shell reads the line. Of shells other than POSIX ones only plain words are understood. */
export type ShellSyntax = 'posix' | 'other';

/** Stands for an unquoted `*` in a pattern. It is in the private use area, and lines that contain it are not understood. */
export const WILDCARD = '\uE000';

const LINE_LIMIT_CHARS = 10_000;

/** Characters that no line may contain: what is invisible cannot be approved. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;

const OTHER_SYNTAX_LINE = /^[\w \\/.:,=@+-]+$/;

/** After these words the shell does not run a plain command. */
const KEYWORDS = new Set(
  (
    'if then else elif fi for while until do done case esac select function coproc time in ' +
    '! { } [[ ]]'
  ).split(' '),
);

const SPACE = /[ \t]+/y;
const SEPARATOR = /&&|\|\||[;|\n]/y;
/**
 * Redirections that write nothing. `&>` ends a command for shells that do not know it, such as dash: they would run what
 * follows as another one.
 */
const HARMLESS_REDIRECTION =
  /(?:(?:2>&1|[12]?>{1,2} ?\/dev\/null)(?=[ \t;|&\n]|$)|&>{1,2} ?\/dev\/null(?=[ \t]*(?:[;|&\n]|$)))/y;
const PLAIN = /[^\s'"\\|&;<>()$`*?[\]#~{}!]+|(?<=[^\s'"\\|&;<>()])[#~]/y;
const SINGLE_QUOTED = /'([^']*)'/y;
const DOUBLE_QUOTED = /"((?:[^"\\$`!]|\\["\\])*)"/y;
const ESCAPED = /\\([^\n])/y;
const STAR = /\*/y;

/**
 * The commands that a shell would run for a line, or `undefined` if that cannot be told from its words alone: it has
 * variables, substitutions, globs, redirections to files, background jobs, keywords or characters that cannot be seen.
 */
export function parseShellCommands(
  line: string,
  syntax: ShellSyntax = 'posix',
): readonly ShellCommand[] | undefined {
  if (isTooLong(line) || INVISIBLE.test(line.replaceAll(/[\t\n]/g, ''))) {
    return undefined;
  }
  if (syntax === 'other') {
    return OTHER_SYNTAX_LINE.test(line) ? [line.trim().split(/ +/)] : undefined;
  }
  return new Tokenizer(line, false).commands();
}

/** Whether a line is longer than what is compared with rules. */
export const isTooLong = (line: string): boolean => line.length > LINE_LIMIT_CHARS;

/** The words of a command pattern: those of a shell line, in which an unquoted `*` becomes `WILDCARD`. */
export function parseCommandPattern(pattern: string): ShellCommand | undefined {
  if (INVISIBLE.test(pattern)) {
    return undefined;
  }
  const commands = new Tokenizer(pattern, true).commands();
  return commands?.length === 1 ? commands[0] : undefined;
}

class Tokenizer {
  readonly #line: string;
  readonly #allowsWildcards: boolean;
  #offset = 0;
  #commands: string[][] = [[]];
  #word: string | undefined;

  constructor(line: string, allowsWildcards: boolean) {
    this.#line = line.trim();
    this.#allowsWildcards = allowsWildcards;
  }

  commands(): readonly ShellCommand[] | undefined {
    while (this.#offset < this.#line.length) {
      if (!this.#next()) {
        return undefined;
      }
    }
    this.#endWord();
    return this.#commands.every(isPlainCommand) ? this.#commands : undefined;
  }

  #next(): boolean {
    if (this.#word === undefined && this.#take(HARMLESS_REDIRECTION)) {
      return true;
    }
    if (this.#take(SPACE)) {
      this.#endWord();
      return true;
    }
    if (this.#take(SEPARATOR)) {
      this.#endWord();
      this.#commands.push([]);
      return true;
    }
    return this.#nextPart();
  }

  /** Adds a part to the current word: quoted, escaped or plain. */
  #nextPart(): boolean {
    const part = this.#takePart();
    if (part === undefined) {
      return false;
    }
    this.#word = (this.#word ?? '') + part;
    return true;
  }

  #takePart(): string | undefined {
    const quoted = this.#take(SINGLE_QUOTED) ?? this.#take(ESCAPED);
    if (quoted) {
      return quoted[1];
    }
    const doubleQuoted = this.#take(DOUBLE_QUOTED)?.[1];
    if (doubleQuoted !== undefined) {
      return doubleQuoted.replaceAll(/\\(["\\])/g, '$1');
    }
    return this.#allowsWildcards && this.#take(STAR) ? WILDCARD : this.#take(PLAIN)?.[0];
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#line) ?? undefined;
    this.#offset += match?.[0].length ?? 0;
    return match;
  }

  #endWord(): void {
    if (this.#word !== undefined) {
      this.#commands.at(-1)?.push(this.#word);
      this.#word = undefined;
    }
  }
}

/**
 * A command names its program first: no keyword, no assignment that would change what the program does, and no `=name`, which
 * zsh replaces by the path of a program.
 */
function isPlainCommand(command: ShellCommand): boolean {
  const [program] = command;
  return (
    program !== undefined &&
    program !== '' &&
    !KEYWORDS.has(program) &&
    !/^(?:\w+(?:\[[^\]]*\])?\+?)?=/.test(program)
  );
}

/** A word as it is written in a pattern or a line, in quotes where that is needed. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) && !KEYWORDS.has(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
