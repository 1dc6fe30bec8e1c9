import { rmdir } from 'node:fs/promises';
import path from 'node:path';

/** Removes a folder if it is empty, and then its empty parents below the root. */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  const isRemoved =
    folder.startsWith(root + path.sep) &&
    (await rmdir(folder).then(
      () => true,
      () => false, // It is not empty, so it stays.
    ));
  if (isRemoved) {
    await removeEmptyFolders(root, path.dirname(folder));
  }
}
