/** A glob in VS Code's syntax as a regular expression; `undefined` if it is broken. What lies in a matched folder matches too. */
export function globToRegExp(glob: string, flags = ''): RegExp | undefined {
  try {
    return new RegExp(`^${translate(glob.replace(/\/+$/, ''))}(?:/.*)?$`, flags);
  } catch {
    return undefined; // The user may still be typing it.
  }
}

const TOKENS =
  /(?<any>\/?\*\*(?:\/|$)|\*\*)|(?<star>\*)|(?<one>\?)|(?<set>\[!?[^\]]+\])|(?<group>\{[^{}]*\})|(?<other>[\s\S])/g;

function translate(glob: string): string {
  return glob.replaceAll(TOKENS, token => {
    if (/^\/?\*\*\/?$/.test(token)) {
      return translateAnyFolders(token);
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
          ? `(?:${token.slice(1, -1).split(',').map(translate).join('|')})`
          : '\\{';
      default:
        return token.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
    }
  });
}

function translateAnyFolders(token: string): string {
  if (token.startsWith('/')) {
    return token.endsWith('/') ? '/(?:.*/)?' : '(?:/.*)?';
  }
  return token.endsWith('/') ? '(?:.*/)?' : '.*';
}
