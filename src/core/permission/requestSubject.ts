import type { PermissionEntry } from '../session/transcript/entry.ts';
import { asRecord } from '../json.ts';

/** The names of inputs that are paths, after `camelCase` became `snake_case`. */
const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|filepath|dir|directory|folder|source|destination|target)$/;

const ABSOLUTE_PATH = /^(?:\/|[a-z]:[\\/])/i;

/** Deeper inputs belong to no known tool. */
const DEPTH_LIMIT = 6;

/** Every path that a permission request names: its locations, its diffs and the input of the tool. */
export function getRequestPaths(
  { locations, content }: Pick<PermissionEntry, 'locations' | 'content'>,
  rawInput: unknown,
): readonly string[] {
  return [
    ...new Set([
      ...locations.map(({ path }) => path),
      ...content.flatMap(part => (part.kind === 'diff' ? [part.path] : [])),
      ...getInputPaths(rawInput, 0),
    ]),
  ];
}

/** Tools that change several files name them in lists of objects. */
function getInputPaths(input: unknown, depth: number): readonly string[] {
  if (depth === DEPTH_LIMIT) {
    return [];
  }
  if (Array.isArray(input)) {
    return input.flatMap(item => getInputPaths(item, depth + 1));
  }
  return Object.entries(asRecord(input) ?? {}).flatMap(([key, value]) => [
    ...(PATH_KEY.test(toSnakeCase(key)) ? toTexts(value) : []),
    ...(ABSOLUTE_PATH.test(key) ? [key] : []), // Codex maps paths to changes.
    ...getInputPaths(value, depth + 1),
  ]);
}

const toSnakeCase = (key: string): string =>
  key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

const toTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(item => typeof item === 'string' && item !== '');
