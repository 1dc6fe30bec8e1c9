import { foldName, type PathStyle } from './pathStyle.ts';

/** Whether a path is the root or below it. Both must be results of `normalizePath`. */
export function isInside(root: string, path: string, style: PathStyle): boolean {
  return relativeSegments(root, path, style) !== undefined;
}

/** The segments of a path relative to a root; nothing if the path is not inside the root. */
export function relativeSegments(
  root: string,
  path: string,
  style: PathStyle,
): readonly string[] | undefined {
  const above = pathSegments(root, style);
  const names = pathSegments(path, style);
  const isBelow = above.every(
    (name, at) => foldName(name, style) === foldName(names[at] ?? '', style),
  );
  return isBelow ? names.slice(above.length) : undefined;
}

/** The segments of a normalized path; on Windows the first is the drive. */
export function pathSegments(path: string, style: PathStyle): readonly string[] {
  const separator = style.platform === 'win32' ? '\\' : '/';
  return path.split(separator).filter(name => name !== '');
}
