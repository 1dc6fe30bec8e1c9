import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The space that all files below a folder take, in bytes. */
export async function folderSize(folder: string): Promise<number> {
  const sizes = (await listFilesRecursively(folder)).map(file =>
    stat(file).then(
      found => (found.nlink > 1 ? 0 : found.size), // A link takes no space of its own.
      () => 0, // It was deleted in the meantime.
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** All files below a folder, as absolute paths. */
export async function listFilesRecursively(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name));
}
