import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';

/** The suffix of files that are still being written. A crash may leave one behind. */
export const TEMPORARY_SUFFIX = '.tmp';

export interface AtomicWriteOptions {
  readonly mode?: number;
  /** Whether the content is on the disk, and not just in its cache, before it replaces the old one. */
  readonly flush?: boolean;
}

/** Replaces the content of a file in one step: readers, and a crash, see all of the old content or all of the new. */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  await replaceAtomically(file, temporaryPath(file), temporary =>
    writeFile(temporary, content, options),
  );
}

/** `writeFileAtomic` for callers that must not yield to others before the content is in the file. */
export function writeFileAtomicSync(
  file: string,
  content: string | Uint8Array,
  options: AtomicWriteOptions = {},
): void {
  replaceAtomicallySync(file, temporaryPath(file), temporary =>
    writeFileSync(temporary, content, options),
  );
}

/** Replaces a file by what `create` makes at a temporary path on the same disk. Nothing is left there after a failure. */
export async function replaceAtomically(
  file: string,
  temporary: string,
  create: (temporary: string) => Promise<void>,
): Promise<void> {
  try {
    await create(temporary);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** `replaceAtomically` without yielding to others. */
export function replaceAtomicallySync(
  file: string,
  temporary: string,
  create: (temporary: string) => void,
): void {
  try {
    create(temporary);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A path next to a file, for its next content. */
export const temporaryPath = (file: string): string => `${file}.${randomUUID()}${TEMPORARY_SUFFIX}`;
