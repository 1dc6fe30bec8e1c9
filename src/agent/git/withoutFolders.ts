import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * A PATH on which no program of these folders is found, nor one of the working directory, which empty and relative entries
 * mean. A folder that contains the user's home folder counts for nothing, since the user's programs may be in it.
 */
export function withoutFolders(searched: string, folders: readonly string[]): string {
  const avoided = folders
    .flatMap(folder => [folder, realPath(folder)])
    .filter(folder => !isBelow(folder, homedir()));
  const isUsable = (entry: string): boolean =>
    path.isAbsolute(entry) &&
    !avoided.some(folder => isBelow(folder, entry) || isBelow(folder, realPath(entry)));
  return searched
    .split(path.delimiter)
    .filter(entry => isUsable(entry.replaceAll(/^"|"$/g, '')))
    .join(path.delimiter);
}

function isBelow(folder: string, entry: string): boolean {
  const below = path.relative(folder, entry);
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
