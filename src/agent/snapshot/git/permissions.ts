import * as z from 'zod';
import { SYMLINK_MODE, type FileMode } from '../../../core/checkpoint/snapshotChange.ts';
import { parseJson } from '../../../core/json.ts';

/** The permissions of the files in a folder: those of most files, and the exceptions. */
export interface Permissions {
  readonly usual: number;
  readonly others: ReadonlyMap<string, number>;
}

const shape = z.object({
  usual: z.number().int(),
  others: z.array(z.tuple([z.string(), z.number().int()])),
});

/** Parses the result of `serializePermissions`; `undefined` if it is something else. */
export function parsePermissions(text: string): Permissions | undefined {
  const { data } = shape.safeParse(parseJson(text));
  return data && { usual: data.usual, others: new Map(data.others) };
}

/** Equal permissions have equal texts. */
export function serializePermissions({ usual, others }: Permissions): string {
  const sorted = [...others].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ usual, others: sorted });
}

/** Updates the permissions of some paths. A path without a file has none. */
export function updatePermissions(
  permissions: Permissions,
  found: ReadonlyMap<string, number | undefined>,
): Permissions {
  const { usual, others } = permissions;
  const special = [...found].map(
    ([name, bits]) => [name, bits === usual ? undefined : bits] as const,
  );
  const changed = special.filter(([name, bits]) => others.get(name) !== bits);
  if (changed.length === 0) {
    return permissions; // This is nearly always so, and there may be many paths.
  }
  const after = new Map(others);
  for (const [name, bits] of changed) {
    if (bits === undefined) {
      after.delete(name);
    } else {
      after.set(name, bits);
    }
  }
  return { usual, others: after };
}

export function mostCommonPermissions(all: Iterable<number | undefined>): number {
  const counts = new Map<number, number>();
  for (const bits of all) {
    if (bits !== undefined) {
      counts.set(bits, (counts.get(bits) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? USUAL_BITS;
}

/** The full mode of a file. Git only distinguishes links, executables and other files. */
export function exactMode(
  gitMode: FileMode,
  name: string,
  permissions: Permissions | undefined,
): FileMode {
  return gitMode === SYMLINK_MODE || !permissions
    ? gitMode
    : REGULAR_FILE | (permissions.others.get(name) ?? permissions.usual);
}

/** The files whose permissions differ. */
export function differingPaths(
  from: Permissions,
  to: Permissions,
  names: Iterable<string>,
): readonly string[] {
  const bits = ({ usual, others }: Permissions, name: string): number => others.get(name) ?? usual;
  return [...names].filter(name => bits(from, name) !== bits(to, name));
}

/** The permission bits of a mode. A link has none. */
export const permissionBits = (mode: FileMode | undefined): number | undefined =>
  mode === undefined || mode === SYMLINK_MODE ? undefined : mode & 0o7777;

const USUAL_BITS = 0o644;
const REGULAR_FILE = 0o100000;
