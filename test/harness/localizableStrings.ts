import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { inProject, root } from './paths.ts';

/** Localized strings are arguments of `t`, `localizable` and `vscode.l10n.t`, and the string table of the chat view. */
const CALLS =
  /(?<![\w.])(?:vscode\.l10n\.t|t|localizable)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;
const TABLES = /^src\/webview\/ui\/strings(?:\.ts|\/\w+\.ts)$/;
const ROWS = /^ {2}\w+:\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm;

/** Writes `l10n/bundle.l10n.json`, the file that translators start from, in the format of VS Code. */
export async function exportStrings(): Promise<void> {
  const strings = await stringsInSource();
  await mkdir(inProject('l10n'), { recursive: true });
  const bundle = Object.fromEntries(strings.map(text => [text, text]));
  await writeFile(inProject('l10n/bundle.l10n.json'), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

/** Every localized string in `src`, sorted. */
export async function stringsInSource(): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    const isPage = file.replaceAll('\\', '/').startsWith('src/webview/');
    const source = await readFile(inProject(file), 'utf8');
    const pattern = TABLES.test(file.replaceAll('\\', '/')) ? ROWS : CALLS;
    for (const [, literal = ''] of isPage && pattern === CALLS ? [] : source.matchAll(pattern)) {
      found.add(unquoted(literal));
    }
  }
  return [...found].toSorted();
}

/** The value of a string literal. */
const unquoted = (literal: string): string =>
  literal
    .slice(1, -1)
    .replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string, char: string) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : char === 'n' ? '\n' : char,
    );
