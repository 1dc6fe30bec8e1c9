import { globToRegExp } from '../files/glob.ts';
import { relativeSegments } from '../files/isInside.ts';
import type { PathStyle } from '../files/pathStyle.ts';
import { getSensitivity } from '../files/sensitivity.ts';

/** The `path` of a rule. */
export interface PathCondition {
  readonly pattern: RegExp | undefined;
  readonly isAbsolute: boolean;
}

/** A path with everything that rules ask about it. */
export interface ResolvedPath {
  readonly absolute: string;
  /** Relative to each root; empty for a path outside the workspace. */
  readonly relative: readonly string[];
  readonly isInWorkspace: boolean;
  readonly isSensitive: boolean;
}

export function compilePath(
  path: string,
  { homeFolder, style }: { readonly homeFolder: string; readonly style: PathStyle },
): PathCondition {
  const glob = toForm(toPathGlob(path, homeFolder), style);
  return {
    pattern: globToRegExp(glob, style.ignoreCase ? 'i' : ''),
    isAbsolute: /^(?:\/|[a-z]:)/i.test(glob),
  };
}

export function resolvePath(
  path: string,
  roots: readonly string[],
  style: PathStyle,
): ResolvedPath {
  const below = roots.flatMap(root => {
    const names = relativeSegments(root, path, style);
    return names ? [names] : [];
  });
  const names = below.length > 0 ? below : [path.split(/[\\/]/).filter(Boolean)];
  return {
    absolute: toForm(path.replaceAll('\\', '/'), style),
    relative: below.map(parts => toForm(parts.join('/'), style)),
    isInWorkspace: below.length > 0,
    isSensitive: names.some(parts => getSensitivity(parts) !== undefined),
  };
}

export const matchesPath = (
  { pattern, isAbsolute }: PathCondition,
  { absolute, relative }: ResolvedPath,
): boolean =>
  pattern !== undefined &&
  (isAbsolute ? pattern.test(absolute) : relative.some(name => pattern.test(name)));

/** A path of a rule as paths are compared: without `~`, `./` and backslashes. */
const toPathGlob = (path: string, homeFolder: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^~(?=\/|$)/, homeFolder.replaceAll('\\', '/'))
    .replaceAll(/(?<=[^/])\/+(?:\.?\/+)*/g, '/')
    .replace(/^(?:\.\/)+/, '');

/** Names in one of the forms of Unicode, if the file system takes both for the same. */
const toForm = (name: string, style: PathStyle): string =>
  style.ignoreUnicodeForm ? name.normalize('NFC') : name;
