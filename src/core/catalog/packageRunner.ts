/**
 * Whether a command fetches a package and runs it. Such a command prefers what the folder contains in which it is
 * started: installed packages, settings with another registry, and even another version of itself.
 */
export function isPackageRunner(command: string, args: readonly string[]): boolean {
  const name = getLauncherName(command);
  return (
    RUNNERS.has(name) ||
    SUBCOMMANDS.get(name)?.some(words => startsWithWords(args, words)) === true ||
    (name === 'deno' && args.some(arg => /^(?:npm|jsr|https?):/.test(arg)))
  );
}

export const isNpmRunner = (command: string, args: readonly string[]): boolean =>
  ['npm', 'npx'].includes(getLauncherName(command)) && isPackageRunner(command, args);

/** The name of a program without its folder and extension. */
export function getLauncherName(command: string): string {
  const [name = ''] = (command.split(/[/\\]/).at(-1) ?? '').toLowerCase().split('.');
  return name;
}

const RUNNERS: ReadonlySet<string> = new Set(['bunx', 'dnx', 'npx', 'pnpx', 'uvx']);

const SUBCOMMANDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['bun', [['x']]],
  ['npm', [['exec'], ['x']]],
  ['pipx', [['run']]],
  ['pnpm', [['dlx']]],
  ['uv', [['tool', 'run']]],
  ['yarn', [['dlx']]],
]);

/** Options may come first, each with a value. `npm run x` does not start with `x`. */
function startsWithWords(args: readonly string[], words: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) {
    return true;
  }
  const at = args.indexOf(word);
  const isFirst = args
    .slice(0, Math.max(at, 0))
    .every((arg, index) => arg.startsWith('-') || args[index - 1]?.startsWith('-'));
  return at >= 0 && isFirst && startsWithWords(args.slice(at + 1), rest);
}
