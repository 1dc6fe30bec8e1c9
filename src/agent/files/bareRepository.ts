import { dirname, join } from 'node:path';
import type { FileSystem } from '../disk/fileSystem.ts';

/**
 * Whether a file is in a bare git repository below the root. Git takes any folder with `HEAD`, `objects` and `refs` for a
 * repository, and its `config` can name programs.
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
  for (const name of ['HEAD', 'objects', 'refs']) {
    const found = await disk.lstat(join(folder, name)).catch(() => undefined);
    if (!found) {
      return false;
    }
  }
  return true;
}
