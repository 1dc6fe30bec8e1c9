import { foldName, type PathStyle } from './pathStyle.ts';

/** Whether a plain path is the root or lies below it. Both must have come out of `normalizePath`. */
export function isInside(root: string, path: string, style: PathStyle): boolean {
  return relativeSegments(root, path, style) !== undefined;
}

/** The names from the root down to the path; nothing if the path lies elsewhere. */
export function relativeSegments(
  root: string,
  path: string,
  style: PathStyle,
): readonly string[] | undefined {
  const above = pathSegments(root, style);
  const names = pathSegments(path, style);
  const isBelow =
    names.length >= above.length &&
    above.every((name, at) => foldName(name, style) === foldName(names[at] ?? '', style));
  return isBelow ? names.slice(above.length) : undefined;
}

/** The names a plain path is made of; on Windows the drive is the first. */
export function pathSegments(path: string, style: PathStyle): readonly string[] {
  const separator = style.platform === 'win32' ? '\\' : '/';
  return path.split(separator).filter(name => name !== '');
}
