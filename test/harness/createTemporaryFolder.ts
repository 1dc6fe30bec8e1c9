import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder. Its path contains no symbolic links, so it can be compared with what programs report. */
export async function createTemporaryFolder(name = 'test'): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), `accord-${name}-`)));
}

/** Removes a folder with all its content. On Windows a program that has just ended may still hold files for a moment. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
