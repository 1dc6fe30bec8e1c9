import { chmod, mkdir } from 'node:fs/promises';

/** No access for the group and others. */
export const OWNER_ONLY_MODE = 0o700;

/**
 * Creates a folder and its parents, which only the current user can access: their content may come from private files.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_MODE });
  await chmod(folder, OWNER_ONLY_MODE); // The folder may have been created with other permissions.
}
