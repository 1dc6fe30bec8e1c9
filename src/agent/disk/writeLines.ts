import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { TEMPORARY_SUFFIX } from './writeFileAtomic.ts';

/** Replaces a file by lines in one step. They are written one by one, since together they may be too long for a string. */
export function writeLinesAtomicSync(file: string, lines: Iterable<string>): void {
  const temporary = `${file}.${randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      for (const line of lines) {
        writeFileSync(descriptor, line);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes lines to a new file without blocking for longer than one of them takes. Returns their size. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<number> {
  const handle = await open(file, 'w');
  let sizeBytes = 0;
  try {
    for (const line of lines) {
      sizeBytes += line.length;
      await handle.writeFile(line);
    }
    await handle.datasync();
    return sizeBytes;
  } finally {
    await handle.close();
  }
}
