import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import {
  defaultPinningMode,
  pinFolder,
  pinParent,
} from '../../../../src/agent/files/pinnedFolder.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let work = '';
let away = '';

beforeEach(async () => {
  const top = await temporaryFolder();
  work = join(top, 'work');
  away = join(top, 'away');
  await mkdir(join(work, 'folder'), { recursive: true });
  await mkdir(away);
  await writeFile(join(work, 'folder', 'file.txt'), 'inside');
  await writeFile(join(away, 'file.txt'), 'outside');
});

/** Folders have descriptors with paths only where there is /proc. */
const hasProc = existsSync('/proc/self/fd');
const PINNING_MODES = hasProc ? (['descriptor', 'verify'] as const) : (['verify'] as const);

/** The open folders and files of this process below the temporary folder, where they can be listed. */
async function openedHere(): Promise<readonly string[]> {
  if (!hasProc) {
    return [];
  }
  const top = join(work, '..');
  const targets = readdirSync('/proc/self/fd').map(fd =>
    nodeFileSystem.readlink(`/proc/self/fd/${fd}`).catch(() => ''),
  );
  return (await Promise.all(targets)).filter(target => target.startsWith(top));
}

/** A disk that calls this function instead of its own. */
const diskWith = (
  name: keyof FileSystem,
  call: (path: string) => Promise<unknown>,
): FileSystem => ({ ...nodeFileSystem, [name]: call });

const error = (code: string): Error => Object.assign(new Error(code), { code });

/** A disk on which another process creates every folder just before. */
const RACED_DISK = diskWith('mkdir', async path => {
  await mkdir(path);
  throw error('EEXIST');
});

const FULL_DISK = diskWith('mkdir', () => Promise.reject(error('ENOSPC')));

it('folders are pinned by a descriptor on Linux', () => {
  expect(defaultPinningMode).toBe(process.platform === 'linux' ? 'descriptor' : 'verify');
});

describe.each(PINNING_MODES)('a folder that is pinned (%s)', pinning => {
  it('is read, written, and closed', async () => {
    const folder = await pinFolder(join(work, 'folder'), nodeFileSystem, pinning);
    await folder.check();
    await writeFile(folder.resolve('new.txt'), 'new');
    await folder.sync();
    await folder.close();
    expect(await readFile(join(work, 'folder', 'new.txt'), 'utf8')).toBe('new');
    expect(await openedHere()).toEqual([]);
  });

  it('is synchronized with the disk', async () => {
    const synced: string[] = [];
    const open: typeof nodeFileSystem.open = async (path, ...more) => {
      const handle = await nodeFileSystem.open(path, ...more);
      handle.sync = async () => void synced.push(String(path));
      return handle;
    };
    const disk = { ...nodeFileSystem, open };
    const folder = await pinFolder(join(work, 'folder'), disk, pinning);
    await folder.sync();
    await folder.close();
    expect(synced).toEqual([join(work, 'folder')]);
  });

  it('is refused if there is a link in its path', async () => {
    await symlink(work, join(work, '..', 'linked'));
    for (const path of [join(work, '..', 'linked'), join(work, '..', 'linked', 'folder')]) {
      await expect(pinFolder(path, nodeFileSystem, pinning), path).rejects.toThrow();
    }
    expect(await openedHere()).toEqual([]);
  });

  it('is created with its parents, which are closed', async () => {
    const file = join(work, 'one', 'two', 'three', 'file.txt');
    const folder = await pinParent(file, nodeFileSystem, pinning);
    await writeFile(folder.resolve('file.txt'), 'new');
    const opened = await openedHere();
    expect(opened).toEqual(pinning === 'descriptor' ? [join(work, 'one', 'two', 'three')] : []);
    await folder.close();
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await openedHere()).toEqual([]);
  });

  it('may be created by another process at the same time', async () => {
    const folder = await pinParent(join(work, 'one', 'file.txt'), RACED_DISK, pinning);
    await folder.close();
    expect((await stat(join(work, 'one'))).isDirectory()).toBe(true);
  });

  it('is not used if it cannot be created, and nothing stays open', async () => {
    const file = join(work, 'one', 'file.txt');
    await expect(pinParent(file, FULL_DISK, pinning)).rejects.toThrow('ENOSPC');
    expect(await openedHere()).toEqual([]);
  });

  it('is not used if a parent cannot be looked at', async () => {
    const path = join(work, 'folder', 'file.txt', 'one', 'two');
    await expect(pinParent(path, nodeFileSystem, pinning)).rejects.toThrow('ENOTDIR');
  });

  it.each(['lstat', 'stat', 'readlink'] as const)(
    'is not created in a folder that another process puts in its place after %s',
    async call => {
      const parent = join(work, 'folder');
      const disk = diskWith(call, async path => {
        const original = nodeFileSystem[call] as (path: string) => Promise<unknown>;
        const found = await original(path);
        // Succeeds only the first time.
        await rename(parent, join(work, 'moved')).catch(() => undefined);
        await symlink(away, parent).catch(() => undefined);
        return found;
      });
      const pinned = await pinParent(join(parent, 'one', 'file.txt'), disk, pinning).catch(
        () => undefined,
      );
      await pinned?.close();
      expect(await readdir(away)).toEqual(['file.txt']);
      expect(await openedHere()).toEqual([]);
    },
  );
});

it('a folder that was replaced by another one is not used any more, where folders are compared', async () => {
  const real = join(work, 'folder');
  const folder = await pinFolder(real, nodeFileSystem, 'verify');
  await rename(real, join(work, 'moved'));
  await mkdir(real);
  await expect(folder.check()).rejects.toThrow(
    `${real} was exchanged for something else while it was being opened. Nothing was done.`,
  );
});

it.runIf(hasProc)(
  'a folder that was moved stays the same one, where it has a descriptor',
  async () => {
    const folder = await pinFolder(join(work, 'folder'), nodeFileSystem, 'descriptor');
    await rename(join(work, 'folder'), join(work, 'moved'));
    await symlink(away, join(work, 'folder'));
    await writeFile(folder.resolve('new.txt'), 'new');
    await folder.close();
    expect(await readdir(join(work, 'moved'))).toEqual(['file.txt', 'new.txt']);
    expect(await readdir(away)).toEqual(['file.txt']);
  },
);
