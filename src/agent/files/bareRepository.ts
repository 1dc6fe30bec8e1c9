import { dirname, join } from 'node:path';
import type { FileSystem } from '../disk/fileSystem.ts';

/**
 * Whether a file is in a bare git repository below the root. Git takes any folder with `HEAD`, `objects` and `refs` for a
 * repository, and its `config` can name programs. The last two, with `config`, can be in another folder, which the file
 * `commondir` beside `HEAD` names.
 */
export async function isInBareRepository(
  file: string,
  root: string,
  disk: FileSystem,
): Promise<boolean> {
  let folder = file;
  while (folder.length > root.length) {
    folder = dirname(folder);
    if (await isBareRepository(folder, disk)) {
      return true;
    }
  }
  return false;
}

async function isBareRepository(folder: string, disk: FileSystem): Promise<boolean> {
  const exists = async (name: string): Promise<boolean> =>
    (await disk.lstat(join(folder, name)).catch(() => undefined)) !== undefined;
  return (
    ((await exists('objects')) && (await exists('refs'))) ||
    ((await exists('HEAD')) && (await exists('commondir')))
  );
}
