/** Whether a path, relative and with `/`, is hidden by settings such as `files.exclude`; what lies in a hidden folder is. */
export function createExcludeMatcher(settings: readonly unknown[]): (path: string) => boolean {
  const patterns = settings.flatMap(activeGlobs).flatMap(glob => globPattern(glob) ?? []);
  return path => patterns.some(pattern => pattern.test(path));
}

/** A setting is an object of globs; `false` switches one off, and a condition is for others to weigh. */
const activeGlobs = (setting: unknown): readonly string[] =>
  typeof setting === 'object' && setting !== null
    ? Object.entries(setting).flatMap(([glob, value]) => (value === true ? [glob] : []))
    : [];

/** A glob as VS Code reads it; a broken one matches nothing. */
function globPattern(glob: string): RegExp | undefined {
  try {
    return new RegExp(`^${translated(glob.replace(/\/+$/, ''))}(?:/.*)?$`);
  } catch {
    return undefined; // The user is perhaps still typing it.
  }
}

const TOKENS =
  /(?<any>\/?\*\*(?:\/|$)|\*\*)|(?<star>\*)|(?<one>\?)|(?<set>\[!?[^\]]+\])|(?<group>\{[^{}]*\})|(?<other>[\s\S])/g;

function translated(glob: string): string {
  return glob.replaceAll(TOKENS, token => {
    if (/^\/?\*\*\/?$/.test(token)) {
      return anyFolders(token);
    }
    switch (token.charAt(0)) {
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '[':
        return token.length > 1
          ? `[${token.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`
          : '\\[';
      case '{':
        return token.length > 1
          ? `(?:${token.slice(1, -1).split(',').map(translated).join('|')})`
          : '\\{';
      default:
        return token.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
    }
  });
}

function anyFolders(token: string): string {
  if (token.startsWith('/')) {
    return token.endsWith('/') ? '/(?:.*/)?' : '(?:/.*)?';
  }
  return token.endsWith('/') ? '(?:.*/)?' : '.*';
}
