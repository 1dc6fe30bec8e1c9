import { rmdir } from 'node:fs/promises';
import path from 'node:path';

/** Removes a folder if it is empty, and those above it that are empty then, up to a root that stays. */
export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  const isRemoved =
    folder.startsWith(root + path.sep) &&
    (await rmdir(folder).then(
      () => true,
      () => false, // Not empty: it stays, and so do those above.
    ));
  if (isRemoved) {
    await removeEmptyFolders(root, path.dirname(folder));
  }
}
