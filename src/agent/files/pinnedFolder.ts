import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { internalError } from '../wire/responseError.ts';
import { errorCode } from '../../core/errorCode.ts';
import type { FileSystem } from '../disk/fileSystem.ts';

/** A folder that stays the one that was checked, even if its path is replaced in the meantime. */
export interface PinnedFolder {
  /** The path to access a name in the folder. */
  resolve(name: string): string;
  /** Throws if the folder is not the one that was checked. */
  check(): Promise<void>;
  /** Makes sure that new names in the folder survive a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How a folder is pinned: by a descriptor that names are resolved from, or by checking it again. */
export type PinningMode = 'descriptor' | 'verify';

export const defaultPinningMode: PinningMode =
  process.platform === 'linux' ? 'descriptor' : 'verify';

/** Pins a folder by its real path. It must exist. */
export async function pinFolder(
  real: string,
  disk: FileSystem,
  pinning: PinningMode,
): Promise<PinnedFolder> {
  return pinning === 'descriptor' ? pinByDescriptor(real, real, disk) : pinByIdentity(real, disk);
}

/** Pins the parent folder of a real path, and creates missing folders. */
export async function pinParent(
  real: string,
  disk: FileSystem,
  pinning: PinningMode,
): Promise<PinnedFolder> {
  const missing: string[] = [];
  let existing = dirname(real);
  while (!(await exists(existing, disk))) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  let folder = await pinFolder(existing, disk, pinning);
  for (const name of missing) {
    const parent = folder;
    existing = join(existing, name);
    try {
      folder = await makeFolder(parent, { name, real: existing }, disk, pinning);
    } finally {
      await parent.close();
    }
  }
  return folder;
}

async function makeFolder(
  parent: PinnedFolder,
  child: { readonly name: string; readonly real: string },
  disk: FileSystem,
  pinning: PinningMode,
): Promise<PinnedFolder> {
  await parent.check();
  await disk.mkdir(parent.resolve(child.name)).catch(ignoreIfExists);
  return pinning === 'descriptor'
    ? pinByDescriptor(parent.resolve(child.name), child.real, disk)
    : pinByIdentity(child.real, disk);
}

/** Another process may have created the same folder. It is checked when it is pinned. */
function ignoreIfExists(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') {
    throw error;
  }
}

/** The error for a path that was replaced by a link. */
export const createReplacedError = (path: string): Error =>
  internalError(
    `${path} was exchanged for something else while it was being opened. Nothing was done.`,
  );

async function pinByDescriptor(
  path: string,
  real: string,
  disk: FileSystem,
): Promise<PinnedFolder> {
  const handle = await disk.open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  const descriptorPath = `/proc/self/fd/${handle.fd}`;
  // An open folder cannot be replaced any more. It must be the one that was checked.
  const opened = await disk.readlink(descriptorPath).catch(() => undefined);
  if (opened !== real) {
    await handle.close();
    throw createReplacedError(real);
  }
  return {
    resolve: name => `${descriptorPath}/${name}`,
    check: async () => undefined,
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

async function pinByIdentity(real: string, disk: FileSystem): Promise<PinnedFolder> {
  const before = await identityOf(real, disk);
  const check = async (): Promise<void> => {
    if ((await identityOf(real, disk)) !== before) {
      throw createReplacedError(real);
    }
  };
  return {
    resolve: name => join(real, name),
    check,
    sync: () => syncFolder(real, disk),
    close: async () => undefined,
  };
}

/** Windows has no such call for folders, and needs none. */
async function syncFolder(real: string, disk: FileSystem): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const handle = await disk.open(real, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Identifies the folder at a path. Throws if the path contains a link. */
async function identityOf(real: string, disk: FileSystem): Promise<string> {
  if ((await disk.realpath(real)) !== real) {
    throw createReplacedError(real);
  }
  const { dev, ino } = await disk.stat(real);
  return `${dev}:${ino}`;
}

async function exists(path: string, disk: FileSystem): Promise<boolean> {
  try {
    await disk.lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}
