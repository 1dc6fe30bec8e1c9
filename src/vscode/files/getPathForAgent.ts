import path from 'node:path';

/** A path as an agent knows it and can name it: relative to its working directory if it is inside, otherwise absolute. */
export function getPathForAgent(
  { roots }: { readonly roots: readonly string[] },
  file: string,
): string {
  const relative = path.relative(roots[0] ?? '/', file);
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`);
  return relative === '' || isOutside || path.isAbsolute(relative)
    ? file
    : relative.split(path.sep).join('/');
}
