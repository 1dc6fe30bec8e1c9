import type { PermissionEntry } from '../session/transcript/entry.ts';
import { asRecord } from '../json.ts';

/** The names of inputs that are paths, after `camelCase` became `snake_case`. */
const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|file_name|filepath|dir|directory|folder|cwd|uri|link|source|src|from|to|destination|dest|dst|target)$/;

/** The names of inputs that are text. What begins like a path in them may be a comment or a regular expression. */
const TEXT_KEY =
  /(?:^|_)(?:content|contents|text|string|str|before|after|body|code|command|commands|cmd|command_line|shell_command|description|explanation|message|title|prompt|query|pattern|regex|glob|search|replace|replacement|url)$/;

const ABSOLUTE_PATH = /^(?:\/|[a-z]:[\\/])/i;
const WRITTEN_PATH = /^(?:[/~]|[a-z]:[\\/]|\\\\|file:)/i;

/** Addresses other than those of files. */
const ADDRESS = /^(?!file:)[a-z][\w+.-]+:/i;

/** The lines of a patch that name a file. Those of diffs begin with `a/` and `b/`, or not. */
const PATCH_HEADER =
  /^(?:\*\*\* (?:(?:Add|Update|Delete) File|Move to):|---|\+\+\+|(?:rename|copy) (?:from|to)) ([^\t\r\n]+)/gm;

/** Deeper inputs belong to no known tool. */
const DEPTH_LIMIT = 6;

/** Each path is looked up on disk. */
const PATH_LIMIT = 1_000;

/** No path: whatever is meant is not known, so no rule can allow it. */
export const UNKNOWN_PATH = '\0';

/** Every path that a permission request names: its locations, its diffs and the input of the tool. */
export function getRequestPaths(
  { locations, content }: Pick<PermissionEntry, 'locations' | 'content'>,
  rawInput: unknown,
): readonly string[] {
  const paths = [
    ...new Set([
      ...locations.map(({ path }) => path),
      ...content.flatMap(part => (part.kind === 'diff' ? [part.path] : [])),
      ...getInputPaths('', rawInput, 0),
    ]),
  ].map(toPath);
  return paths.length > PATH_LIMIT ? [...paths.slice(0, PATH_LIMIT), UNKNOWN_PATH] : paths;
}

/** Tools that change several files name them in lists of objects. */
function getInputPaths(name: string, input: unknown, depth: number): readonly string[] {
  if (typeof input === 'string') {
    return getTextPaths(name, input);
  }
  if (depth === DEPTH_LIMIT) {
    return [];
  }
  if (Array.isArray(input)) {
    return input.flatMap(item => getInputPaths(name, item, depth + 1));
  }
  return Object.entries(asRecord(input) ?? {}).flatMap(([key, value]) => [
    ...(ABSOLUTE_PATH.test(key) ? [key] : []), // Codex maps paths to changes.
    ...getInputPaths(toSnakeCase(key), value, depth + 1),
  ]);
}

function getTextPaths(name: string, text: string): readonly string[] {
  if (PATH_KEY.test(name)) {
    return text === '' || ADDRESS.test(text) ? [] : [text];
  }
  if (TEXT_KEY.test(name)) {
    return [];
  }
  return WRITTEN_PATH.test(text) ? [text] : getPatchPaths(text);
}

const getPatchPaths = (text: string): readonly string[] =>
  [...text.matchAll(PATCH_HEADER)].flatMap(([, path = '']) =>
    path === '/dev/null' ? [] : /^[ab]\//.test(path) ? [path.slice(2), path] : [path],
  );

const toSnakeCase = (key: string): string =>
  key.replaceAll(/(?<=[a-z])(?=[A-Z])|[-\s.]+/g, '_').toLowerCase();

/** The path in the address of a file: `file:///a%20b`, `file:///c:/a`, `file://host/a`. */
function toPath(text: string): string {
  const rest = /^file:(\/.*)$/is.exec(text)?.[1];
  try {
    return rest === undefined
      ? text
      : decodeURIComponent(rest.replace(/^\/\/(?:localhost)?(?=\/)/i, '')).replace(
          /^\/(?=[a-z]:)/i,
          '',
        );
  } catch {
    return text;
  }
}
