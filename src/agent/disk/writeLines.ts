import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { replaceAtomicallySync, temporaryPath } from './writeFileAtomic.ts';

/** Replaces a file by lines in one step. They are written one by one, since together they may be too long for a string. */
export function writeLinesAtomicSync(file: string, lines: Iterable<string>): void {
  replaceAtomicallySync(file, temporaryPath(file), temporary => {
    const descriptor = openSync(temporary, 'w');
    try {
      for (const line of lines) {
        writeFileSync(descriptor, line);
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
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
