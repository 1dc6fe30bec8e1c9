import { chmod, mkdir } from 'node:fs/promises';

/** Neither the group nor others. */
export const OWNER_ONLY_MODE = 0o700;

/** Makes a folder, with those above it, that nobody else on this machine looks into: what is kept there may be private in its own place. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_MODE });
  await chmod(folder, OWNER_ONLY_MODE); // It may be from a time when it was open.
}
