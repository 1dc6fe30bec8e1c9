import type { PermissionEntry } from '../session/transcript/entry.ts';
import { asRecord } from '../json.ts';

/** The names of inputs that are paths, after `camelCase` became `snake_case`. */
const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|filepath|dir|directory|folder|source|destination|target)$/;

/** Every path that a permission request names: its locations, its diffs and the input of the tool. */
export function getRequestPaths(
  { locations, content }: Pick<PermissionEntry, 'locations' | 'content'>,
  rawInput: unknown,
): readonly string[] {
  const fromInput = Object.entries(asRecord(rawInput) ?? {}).flatMap(([key, value]) =>
    PATH_KEY.test(toSnakeCase(key)) ? toTexts(value) : [],
  );
  return [
    ...new Set([
      ...locations.map(({ path }) => path),
      ...content.flatMap(part => (part.kind === 'diff' ? [part.path] : [])),
      ...fromInput,
    ]),
  ];
}

const toSnakeCase = (key: string): string =>
  key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

const toTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(item => typeof item === 'string' && item !== '');
