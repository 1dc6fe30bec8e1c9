import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, rmdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  SYMLINK_MODE,
  DEFAULT_FILE_MODE,
  type FileMode,
} from '../../core/checkpoint/snapshotChange.ts';
import { copyAttributes } from './extendedAttributes.ts';
import { replaceAtomically } from './writeFileAtomic.ts';

/**
 * Writes a file of the user atomically, and creates missing folders. The file keeps its owner and, unless others are
 * given, its permissions. An empty folder at the path is removed. A file with several hard links is overwritten in place,
 * since it would lose the others. Extended attributes are kept if the caller says that there are any.
 */
export async function putFile(
  file: string,
  bytes: Uint8Array,
  mode?: FileMode,
  hasAttributes = false,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const old = await lstat(file).catch(() => undefined);
  if (mode !== SYMLINK_MODE && old?.isFile() && old.nlink > 1) {
    await overwrite(file, bytes, mode);
    return;
  }
  const temporary = path.join(path.dirname(file), `.accord-${randomUUID()}`);
  await replaceAtomically(file, temporary, async () => {
    if (mode === SYMLINK_MODE) {
      await symlink(Buffer.from(bytes), temporary);
    } else {
      if (hasAttributes && old?.isFile()) {
        await copyAttributes(file, temporary);
      }
      await writeWithOwner(temporary, bytes, { old: old?.isFile() ? old : undefined, mode });
    }
    if (old?.isDirectory()) {
      await rmdir(file);
    }
  });
}

/** Sets the permissions of a file. Symbolic links are left alone: their target is not ours to change. */
export async function setMode(file: string, mode: FileMode): Promise<void> {
  if ((await lstat(file)).isFile()) {
    await chmod(file, permissionsOf(mode));
  }
}

async function overwrite(
  file: string,
  bytes: Uint8Array,
  mode: FileMode | undefined,
): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await handle.writeFile(bytes);
    await handle.truncate(bytes.length);
    if (mode !== undefined) {
      await handle.chmod(permissionsOf(mode));
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function writeWithOwner(
  file: string,
  bytes: Uint8Array,
  { old, mode }: { readonly old: Stats | undefined; readonly mode: FileMode | undefined },
): Promise<void> {
  const permissions = permissionsOf(mode ?? old?.mode ?? DEFAULT_FILE_MODE);
  await writeFile(file, bytes, { mode: permissions });
  if (old) {
    // Only root can change the owner. A file that belongs to us now is better than none.
    await chown(file, old.uid, old.gid).catch(() => {});
  }
  await chmod(file, permissions); // Restores what the user's umask has removed.
}

const permissionsOf = (mode: FileMode): number => mode & 0o7777;
