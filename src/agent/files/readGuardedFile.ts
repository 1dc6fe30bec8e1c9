import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileLocation } from './documents.ts';
import { internalError, invalidParams, ResponseError } from '../wire/responseError.ts';
import { errorCode } from '../../core/errorCode.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import {
  createReplacedError,
  pinFolder,
  type PinnedFolder,
  type PinningMode,
} from './pinnedFolder.ts';

/** A larger file is not text that anyone edits. */
export const FILE_LIMIT_BYTES = 50 * 1024 * 1024;

/** The bytes of a file, and the stats that identify this state of the file. */
export interface FileBytes {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Reads a checked file; `undefined` if there is none. Does not block on a pipe or a device. */
export async function readGuardedFile(
  location: FileLocation,
  disk: FileSystem,
  pinning: PinningMode,
): Promise<FileBytes | undefined> {
  try {
    const folder = await pinFolder(dirname(location.real), disk, pinning);
    try {
      return await readIn(folder, location, disk);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw readError(error, location);
  }
}

// Opening a pipe without a writer would block.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readIn(
  folder: PinnedFolder,
  location: FileLocation,
  disk: FileSystem,
): Promise<FileBytes> {
  const path = folder.resolve(basename(location.real));
  const handle = await disk.open(path, READ_FLAGS);
  try {
    const stats = await handle.stat();
    await folder.check();
    if (!isSameFile(stats, await disk.lstat(path))) {
      throw createReplacedError(location.real);
    }
    return { bytes: await contentOf(handle, stats, location), stats };
  } finally {
    await handle.close();
  }
}

/** Whether both are the same file, regardless of its content. */
export const isSameFile = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev && one.ino === other.ino;

async function contentOf(
  handle: FileHandle,
  stats: Stats,
  location: FileLocation,
): Promise<Buffer> {
  if (stats.isDirectory()) {
    throw invalidParams(`${location.shown} is a folder, not a file.`, toErrorData(location));
  }
  if (!stats.isFile()) {
    throw invalidParams(`${location.shown} is not a normal file.`, toErrorData(location));
  }
  if (stats.size > FILE_LIMIT_BYTES) {
    const limitMb = FILE_LIMIT_BYTES / 1024 / 1024;
    throw invalidParams(`${location.shown} is larger than ${limitMb} MB.`, toErrorData(location));
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

function readError(error: unknown, location: FileLocation): unknown {
  const code = errorCode(error);
  if (error instanceof ResponseError || code === undefined) {
    return error;
  }
  const reason = REASONS[code] ?? `cannot be read (${code})`;
  return internalError(`${location.shown} ${reason}.`, { ...toErrorData(location), code });
}

/** The data of an error response about a file. */
export const toErrorData = (location: FileLocation): Readonly<Record<string, unknown>> => ({
  path: location.shown,
  uri: pathToFileURL(location.shown).href,
});
