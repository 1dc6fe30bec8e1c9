import { globToRegExp } from '../files/glob.ts';
import { relativeSegments } from '../files/isInside.ts';
import type { PathStyle } from '../files/pathStyle.ts';
import { getSensitivity } from '../files/sensitivity.ts';

/** The `path` of a rule. */
export interface PathCondition {
  readonly pattern: RegExp | undefined;
  readonly isAbsolute: boolean;
  /** The folders above what the pattern names, as far as they are known: of `a/b/*.ts` it is `a` and `a/b`. */
  readonly above: ReadonlySet<string>;
  readonly style: PathStyle;
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
    above: new Set(getFoldersAbove(glob).map(folder => foldCase(folder, style))),
    style,
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

/** Whether a path is a folder in which the rule names something. */
export const isAbove = (
  { above, isAbsolute, style }: PathCondition,
  { absolute, relative }: ResolvedPath,
): boolean => (isAbsolute ? [absolute] : relative).some(path => above.has(foldCase(path, style)));

/** The folders before the first wildcard, beginning with the root or the workspace folder, which is empty. */
function getFoldersAbove(glob: string): readonly string[] {
  const names = glob.replace(/\/+$/, '').split('/');
  const wildcard = names.findIndex(name => /[*?[{]/.test(name));
  const known = names.slice(0, wildcard === -1 ? names.length - 1 : wildcard);
  return ['', ...known.map((_name, index) => known.slice(0, index + 1).join('/'))];
}

const foldCase = (path: string, { ignoreCase }: PathStyle): string =>
  ignoreCase ? path.toLowerCase() : path;

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
