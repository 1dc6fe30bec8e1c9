import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FilePlace } from '../ports.ts';
import { failed, invalidParams, WireError } from '../wireError.ts';
import { codeOf, type Disk } from './disk.ts';
import { moved, pinFolder, type PinnedFolder, type Pinning } from './pinnedFolder.ts';

/** A larger file is not text that anyone works on. */
export const FILE_LIMIT_BYTES = 50 * 1024 * 1024;

/** A file's bytes and what identifies the state they were read in. */
export interface FileState {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Reads a file that was judged; nothing if there is none. Never waits for a pipe or a device. */
export async function readFile(
  place: FilePlace,
  disk: Disk,
  pinning: Pinning,
): Promise<FileState | undefined> {
  try {
    const folder = await pinFolder(dirname(place.real), disk, pinning);
    try {
      return await readIn(folder, place, disk);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw readError(error, place);
  }
}

// A pipe without a writer would hold up the call that opens it.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readIn(folder: PinnedFolder, place: FilePlace, disk: Disk): Promise<FileState> {
  const path = folder.at(basename(place.real));
  const handle = await disk.open(path, READ_FLAGS);
  try {
    const stats = await handle.stat();
    await folder.check();
    if (!isSameFile(stats, await disk.lstat(path))) {
      throw moved(place.real);
    }
    return { bytes: await contentOf(handle, stats, place), stats };
  } finally {
    await handle.close();
  }
}

/** Whether two looks saw the same file; not whether its content is the same. */
export const isSameFile = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev && one.ino === other.ino;

async function contentOf(handle: FileHandle, stats: Stats, place: FilePlace): Promise<Buffer> {
  if (stats.isDirectory()) {
    throw invalidParams(`${place.shown} is a folder, not a file.`, dataOf(place));
  }
  if (!stats.isFile()) {
    throw invalidParams(`${place.shown} is not a normal file.`, dataOf(place));
  }
  if (stats.size > FILE_LIMIT_BYTES) {
    const limitMb = FILE_LIMIT_BYTES / 1024 / 1024;
    throw invalidParams(`${place.shown} is larger than ${limitMb} MB.`, dataOf(place));
  }
  return handle.readFile();
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ELOOP: 'was exchanged for a link while it was being opened',
  ENOTDIR: 'lies below something that is not a folder',
  ENXIO: 'is not a normal file',
  ENODEV: 'is not a normal file',
  EIO: 'cannot be read: the disk reports an error',
};

function readError(error: unknown, place: FilePlace): unknown {
  const code = codeOf(error);
  if (error instanceof WireError || code === undefined) {
    return error;
  }
  const reason = REASONS[code] ?? `cannot be read (${code})`;
  return failed(`${place.shown} ${reason}.`, { ...dataOf(place), code });
}

/** What an error about a file tells besides its words. */
export const dataOf = (place: FilePlace): Readonly<Record<string, unknown>> => ({
  path: place.shown,
  uri: pathToFileURL(place.shown).href,
});
