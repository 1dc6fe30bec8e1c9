/** A word of a task for a shell. VS Code quotes a plain text only if that is necessary. */
export type TaskWord =
  | string
  | { readonly value: string; readonly quoting: 'escape' | 'strong' | 'weak' };

interface Quotes {
  readonly strong: string;
  readonly weak?: string;
  readonly escape?: { readonly character: string; readonly escaped: RegExp };
}

const POSIX: Quotes = { strong: "'", weak: '"', escape: { character: '\\', escaped: /[ "']/g } };
const POWERSHELL: Quotes = {
  strong: "'",
  weak: '"',
  escape: { character: '`', escaped: /[ "'()]/g },
};
const CMD: Quotes = { strong: '"' };

/** A word for the shell, and whether it is quoted. */
interface ShellWord {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The words of a task as a line for a shell, quoted as VS Code does it, so that a task means the same wherever it runs. */
export function formatTaskLine(
  shell: string,
  command: TaskWord,
  args: readonly TaskWord[],
): string {
  const name = getShellName(shell);
  const quotes = name === 'cmd' ? CMD : isPowerShell(name) ? POWERSHELL : POSIX;
  const first = toShellWord(command, quotes);
  const words = [first, ...args.map(word => toShellWord(word, quotes))];
  const line = words.map(({ text }) => text).join(' ');
  // PowerShell takes a quoted command for a text.
  return first.isQuoted && isPowerShell(name) ? `& ${line}` : line;
}

/** Whether a text is one word only if it is quoted. A task may contain quotes of its own. */
export function needsQuotes(text: string, shell: string): boolean {
  return isSeveralWords(text, getShellName(shell) === 'cmd' ? CMD : POSIX);
}

const getShellName = (shell: string): string =>
  (/[^/\\]+$/.exec(shell)?.[0] ?? shell).toLowerCase().replace(/\.exe$/, '');

const isPowerShell = (name: string): boolean => name === 'pwsh' || name === 'powershell';

function toShellWord(word: TaskWord, quotes: Quotes): ShellWord {
  if (typeof word !== 'string') {
    return quote(word.value, word.quoting, quotes);
  }
  return isSeveralWords(word, quotes)
    ? quote(word, 'strong', quotes)
    : { text: word, isQuoted: false };
}

function quote(
  text: string,
  quoting: Exclude<TaskWord, string>['quoting'],
  { strong, weak, escape }: Quotes,
): ShellWord {
  if (quoting === 'escape') {
    return escape
      ? { text: text.replaceAll(escape.escaped, `${escape.character}$&`), isQuoted: true }
      : { text, isQuoted: false };
  }
  const mark = quoting === 'strong' ? strong : weak;
  return mark === undefined
    ? { text, isQuoted: false }
    : { text: `${mark}${text}${mark}`, isQuoted: true };
}

/** Whether there is a blank outside of quotes. VS Code takes what begins and ends with a quote for one word. */
function isSeveralWords(text: string, { strong, weak }: Quotes): boolean {
  const [first] = text;
  if (text.length >= 2 && (first === strong || first === weak) && text.endsWith(first ?? '')) {
    return false;
  }
  let open: string | undefined;
  for (const character of text) {
    if (open !== undefined) {
      open = character === open ? undefined : open;
    } else if (character === strong || character === weak) {
      open = character;
    } else if (character === ' ') {
      return true;
    }
  }
  return false;
}
