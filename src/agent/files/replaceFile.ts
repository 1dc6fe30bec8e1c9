import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileLocation } from './documents.ts';
import { internalError, throwIfCanceled, ResponseError } from '../wire/responseError.ts';
import { errorCode } from '../../core/errorCode.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import { pinParent, type PinnedFolder, type PinningMode } from './pinnedFolder.ts';
import { toErrorData, isSameFile } from './readGuardedFile.ts';

/** The new content of a file, and the state that it is based on; `undefined` if there was no file. */
export interface FileReplacement {
  readonly bytes: Buffer;
  readonly expected: Stats | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Replaces the content of a file atomically, creates missing folders and keeps the mode. Returns `changed` if the file
 * is not in the expected state any more. Does not use `writeFileAtomic`: the path may be replaced by a link at any
 * time, so every access goes through the pinned folder.
 */
export async function replaceFile(
  location: FileLocation,
  replacement: FileReplacement,
  { disk, pinning }: { readonly disk: FileSystem; readonly pinning: PinningMode },
): Promise<'written' | 'changed'> {
  try {
    const folder = await pinParent(location.real, disk, pinning);
    try {
      return await replaceIn(folder, location, replacement, disk);
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw writeError(error, location);
  }
}

async function replaceIn(
  folder: PinnedFolder,
  location: FileLocation,
  replacement: FileReplacement,
  disk: FileSystem,
): Promise<'written' | 'changed'> {
  const path = folder.resolve(basename(location.real));
  if (!(await isStill(path, replacement.expected, disk))) {
    return 'changed';
  }
  throwIfReadOnly(replacement.expected, location);
  const temporary = folder.resolve(`.accord-${randomBytes(8).toString('hex')}.tmp`);
  try {
    await writeNew(temporary, replacement, folder, disk);
    throwIfCanceled(replacement.signal);
    if (!(await isStill(path, replacement.expected, disk))) {
      await disk.unlink(temporary);
      return 'changed';
    }
    await folder.check();
    const isPut = await put(temporary, path, replacement.expected, disk);
    await folder.sync();
    return isPut ? 'written' : 'changed';
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined); // It may be gone, or was never created.
    throw error;
  }
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
/** Nobody else may read the temporary file. A new file gets its mode from the user's umask. */
const PRIVATE_MODE = 0o600;
const USUAL_MODE = 0o666;
const MODE_BITS = 0o7777;

async function writeNew(
  path: string,
  { bytes, expected }: FileReplacement,
  folder: PinnedFolder,
  disk: FileSystem,
): Promise<void> {
  const handle = await disk.open(path, NEW_FILE, expected ? PRIVATE_MODE : USUAL_MODE);
  try {
    await folder.check();
    await handle.writeFile(bytes);
    if (expected) {
      await takeOver(handle, expected);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function takeOver(handle: FileHandle, expected: Stats): Promise<void> {
  const { uid, gid } = await handle.stat();
  if (uid !== expected.uid || gid !== expected.gid) {
    // Only root can change the owner. A file that belongs to us now is better than one that cannot be edited.
    await handle.chown(expected.uid, expected.gid).catch(unlessDenied);
  }
  await handle.chmod(expected.mode & MODE_BITS);
}

function unlessDenied(error: unknown): void {
  if (errorCode(error) !== 'EPERM') {
    throw error;
  }
}

/**
 * Links a new file into place, which fails if another was created first. Where hard links are not supported it is
 * renamed.
 */
async function put(
  temporary: string,
  path: string,
  expected: Stats | undefined,
  disk: FileSystem,
): Promise<boolean> {
  if (!expected) {
    try {
      await disk.link(temporary, path);
      await disk.unlink(temporary);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') {
        await disk.unlink(temporary);
        return false;
      }
      if (!NO_LINKS.has(errorCode(error) ?? '')) {
        throw error;
      }
    }
  }
  await disk.rename(temporary, path);
  return true;
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Whether a file is in the state it was read in. */
async function isStill(
  path: string,
  expected: Stats | undefined,
  disk: FileSystem,
): Promise<boolean> {
  try {
    const now = await disk.lstat(path);
    return (
      expected !== undefined &&
      isSameFile(now, expected) &&
      now.mtimeMs === expected.mtimeMs &&
      now.size === expected.size
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return expected === undefined;
    }
    throw error;
  }
}

const WRITE_BITS = 0o222;

/** Replacing a file would bypass its read-only mode, and root can write anything: the mode says what the user wants. */
export function throwIfReadOnly(expected: Stats | undefined, location: FileLocation): void {
  if (expected && (expected.mode & WRITE_BITS) === 0) {
    throw internalError(
      `${location.shown} is read-only. Nothing was written.`,
      toErrorData(location),
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: "the user's share of the disk is used up",
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EBUSY: 'another program is using it',
  ETXTBSY: 'another program is using it',
  EIO: 'the disk reports an error',
  ENOTDIR: 'a name on the way is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it was exchanged for a link',
  ENAMETOOLONG: 'the name is too long',
};

function writeError(error: unknown, location: FileLocation): unknown {
  const code = errorCode(error);
  if (error instanceof ResponseError || code === undefined) {
    return error;
  }
  const reason = REASONS[code] ?? code;
  return internalError(`${location.shown} was not written: ${reason}.`, {
    ...toErrorData(location),
    code,
  });
}
