import { getRun, isLine } from './commandSpellings.ts';
import { toProgramName, POSIX_SHELLS, RUNNERS } from './programs.ts';
import { parseShellCommands, type ShellCommand, type ShellSyntax } from './shellCommands.ts';

/** Programs that pass a word on to a shell, and options of others that do. */
const LINE_READERS = new Set([
  ...POSIX_SHELLS,
  ...'fish csh tcsh pwsh powershell cmd eval trap su runuser script watch parallel ssh'.split(' '),
  ...'-c --call'.split(' '),
]);

/** Patterns of files, such as an argument of a linter. Only a shell would make a program of them. */
const FILE_PATTERN = /^[\w@%+=:,./*?[\]{}!^~-]*$/;

/** Shells read commands from their input unless they are given a line or a script. */
const SHELLS = new Set([...POSIX_SHELLS, 'fish', 'csh', 'tcsh']);

/** These always do. */
const READERS = new Set('parallel at batch crontab'.split(' '));

/** Whether a command has a shell run a line that is not understood, or that is not known, so that its spellings may not be all. */
export function hidesCommand(command: ShellCommand, syntax: ShellSyntax): boolean {
  const { words, commands } = getRun(command);
  const hasShell = command.some(word => LINE_READERS.has(toProgramName(word).toLowerCase()));
  const lines = words.filter(word => isLine(word) && (hasShell || !FILE_PATTERN.test(word)));
  return (
    readsCommands(command) ||
    commands.some(run => hidesCommand(run, syntax)) ||
    lines.some(
      line => parseShellCommands(line, syntax)?.some(run => hidesCommand(run, syntax)) ?? true,
    )
  );
}

const POWERSHELLS = new Set(['powershell', 'pwsh']);

/** PowerShell takes any beginning of `-EncodedCommand`, and `-ec`. */
const isEncodedOption = (word: string): boolean =>
  /^[-/]e/.test(word) && ('encodedcommand'.startsWith(word.slice(1)) || word.slice(1) === 'ec');

/** Whether a command, or one that it runs, takes commands from its input. */
function readsCommands(command: ShellCommand): boolean {
  const { words, commands } = getRun(command);
  const names = [command[0] ?? '', ...words].map(word => toProgramName(word).toLowerCase());
  // What `xargs` adds to such a program, or inserts into its words, is another one.
  const runsInput =
    names.includes('xargs') && names.some(name => name !== 'xargs' && RUNNERS.has(name));
  const all = [command[0] ?? '', ...words];
  const isEncoded =
    names.some(name => POWERSHELLS.has(name)) &&
    all.some(word => isEncodedOption(word.toLowerCase()));
  return (
    runsInput ||
    isEncoded ||
    names.some(
      (name, index) =>
        READERS.has(name) ||
        (SHELLS.has(name) && all.slice(index + 1).every(word => /^[-+](?!-?c)/.test(word))),
    ) ||
    commands.some(readsCommands)
  );
}
