import { z } from 'zod';
import { SYMLINK_MODE, type FileMode } from '../../../core/checkpoint/snapshotChange.ts';

/** Who may do what with the files of a folder: what most of them allow, and those that allow something else. */
export interface Permissions {
  readonly usual: number;
  readonly others: ReadonlyMap<string, number>;
}

const shape = z.object({
  usual: z.number().int(),
  others: z.array(z.tuple([z.string(), z.number().int()])),
});

/** What `getText` wrote; nothing if it is something else. */
export function parsePermissions(text: string): Permissions | undefined {
  try {
    const { usual, others } = shape.parse(JSON.parse(text));
    return { usual, others: new Map(others) };
  } catch {
    return undefined;
  }
}

/** Equal permissions have equal texts. */
export function serializePermissions({ usual, others }: Permissions): string {
  const sorted = [...others].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ usual, others: sorted });
}

/** The same with what was found at some paths. A path where no file stands has no permissions. */
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
    return permissions; // Which is so nearly always, and there may be many.
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

/** What most files allow. */
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

/** The mode of a file that git takes for one of `gitMode`: git only knows links, and whether a file can be run. */
export function exactMode(
  gitMode: FileMode,
  name: string,
  permissions: Permissions | undefined,
): FileMode {
  return gitMode === SYMLINK_MODE || !permissions
    ? gitMode
    : REGULAR_FILE | (permissions.others.get(name) ?? permissions.usual);
}

/** Which of these files do not allow the same. */
export function differingPaths(
  from: Permissions,
  to: Permissions,
  names: Iterable<string>,
): readonly string[] {
  const bits = ({ usual, others }: Permissions, name: string): number => others.get(name) ?? usual;
  return [...names].filter(name => bits(from, name) !== bits(to, name));
}

/** What a file of this mode allows; of a link nothing is noted. */
export const permissionBits = (mode: FileMode | undefined): number | undefined =>
  mode === undefined || mode === SYMLINK_MODE ? undefined : mode & 0o7777;

const USUAL_BITS = 0o644;
const REGULAR_FILE = 0o100000;
