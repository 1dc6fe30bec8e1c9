/** A glob in VS Code's syntax as a regular expression; `undefined` if it is broken. What lies in a matched folder matches too. */
export function globToRegExp(glob: string, flags = ''): RegExp | undefined {
  try {
    // Names may contain line breaks.
    return new RegExp(`^${translate(glob.replace(/\/+$/, ''))}(?:/.*)?$`, `s${flags}`);
  } catch {
    return undefined; // The user may still be typing it.
  }
}

const TOKENS =
  /(?<any>\/?\*\*(?:\/|$)|\*\*)|(?<star>\*)|(?<one>\?)|(?<set>\[!?[^\]]+\])|(?<other>[\s\S])/y;

function translate(glob: string): string {
  let translated = '';
  for (let offset = 0; offset < glob.length;) {
    const group = readGroup(glob, offset);
    TOKENS.lastIndex = offset;
    const token = TOKENS.exec(glob)?.[0] ?? '';
    translated += group ? `(?:${group.parts.map(translate).join('|')})` : translateToken(token);
    offset = group?.end ?? offset + token.length;
  }
  return translated;
}

/** The alternatives of a group in braces that begins at an offset, and where it ends. Groups can contain groups. */
function readGroup(
  glob: string,
  start: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined {
  if (glob[start] !== '{') {
    return undefined;
  }
  const parts: string[] = [];
  let depth = 0;
  let partStart = start + 1;
  for (let offset = start; offset < glob.length; offset += 1) {
    const letter = glob[offset];
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (depth === 0 || (depth === 1 && letter === ',')) {
      parts.push(glob.slice(partStart, offset));
      partStart = offset + 1;
    }
    if (depth === 0) {
      return { parts, end: offset + 1 };
    }
  }
  return undefined;
}

function translateToken(token: string): string {
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
        ? `(?!/)[${token.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`
        : '\\[';
    default:
      return token.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
  }
}

function translateAnyFolders(token: string): string {
  if (token.startsWith('/')) {
    return token.endsWith('/') ? '/(?:.*/)?' : '(?:/.*)?';
  }
  return token.endsWith('/') ? '(?:.*/)?' : '.*';
}
