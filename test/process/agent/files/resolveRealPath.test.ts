import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { resolveRealPath } from '../../../../src/agent/files/resolveRealPath.ts';
import { LINUX_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { toEnglish } from '../../../../src/core/l10n.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let top = '';

beforeEach(async () => {
  top = await temporaryFolder();
  await mkdir(join(top, 'folder', 'deep'), { recursive: true });
  await writeFile(join(top, 'file.txt'), 'text');
});

/** The real path, or the reason why there is none. */
async function resolve(
  path: string,
  disk: FileSystem = nodeFileSystem,
  style = LINUX_PATHS,
): Promise<string> {
  const found = await resolveRealPath(path, style, disk);
  return found.kind === 'real' ? found.path : toEnglish(found.why);
}

describe('the real path', () => {
  it('tells what is there', async () => {
    const file = await resolveRealPath(join(top, 'file.txt'), LINUX_PATHS, nodeFileSystem);
    expect(file.kind === 'real' && file.stats?.isFile()).toBe(true);
    const missing = await resolveRealPath(join(top, 'new', 'file'), LINUX_PATHS, nodeFileSystem);
    expect(missing).toEqual({ kind: 'real', path: join(top, 'new', 'file'), stats: undefined });
  });

  it('follows links to their end, and continues there', async () => {
    await symlink('folder/./deep', join(top, 'relative'));
    await symlink(join(top, 'relative'), join(top, 'absolute'));
    expect(await resolve(join(top, 'absolute', 'new'))).toBe(join(top, 'folder', 'deep', 'new'));
    await symlink('../absolute/../file.txt', join(top, 'folder', 'up'));
    // The parent of the link's target, not of the link.
    expect(await resolve(join(top, 'folder', 'up'))).toBe(join(top, 'folder', 'file.txt'));
  });

  it('goes through as many links as Linux does', async () => {
    await symlink('file.txt', join(top, '1'));
    for (let n = 2; n <= 41; n += 1) {
      await symlink(String(n - 1), join(top, String(n)));
    }
    expect(await resolve(join(top, '40'))).toBe(join(top, 'file.txt'));
    expect(await resolve(join(top, '41'))).toBe('a link in the path: its links form a loop');
  });

  it.each([
    ['file.txt/x', undefined, "part of the path isn't a folder"],
    ['loop', 'loop', 'a link in the path: its links form a loop'],
    ['device', '/dev/null', "a link in the path: devices aren't supported"],
    ['network', '//host/share', "a link in the path: network paths aren't supported"],
    ['gone', 'missing/../file.txt', "a link in the path: a parent folder doesn't exist"],
  ])('is refused for %s with the reason', async (name, target, reason) => {
    if (target !== undefined) {
      await symlink(target, join(top, name));
    }
    expect(await resolve(join(top, name))).toBe(reason);
  });

  it.each([
    ['EACCES', 'access to a parent folder is denied'],
    ['EPERM', 'access to a parent folder is denied'],
    ['ENAMETOOLONG', 'the path is too long'],
    ['ELOOP', 'its links form a loop'],
    ['ENOTDIR', "part of the path isn't a folder"],
    ['EIO', "it can't be accessed (EIO)"],
    [undefined, "it can't be accessed (unknown)"],
  ])('is refused if the disk answers %s: %s', async (code, reason) => {
    const lstat = () => Promise.reject(Object.assign(new Error('No.'), { code }));
    const disk: FileSystem = { ...nodeFileSystem, lstat };
    expect(await resolve(join(top, 'file.txt'), disk)).toBe(reason);
  });
});

/** A disk of Windows with these links; everything else that is named is a folder. */
async function windowsDisk(
  links: Readonly<Record<string, string>>,
  folders: readonly string[],
): Promise<FileSystem> {
  await symlink('folder', join(top, 'link'));
  const lstat = (path: string) => {
    if (!(path in links) && !folders.includes(path)) {
      return Promise.reject(Object.assign(new Error(path), { code: 'ENOENT' }));
    }
    return nodeFileSystem.lstat(join(top, path in links ? 'link' : 'folder'));
  };
  const named = {
    lstat,
    readlink: async (path: string) => links[path],
    realpath: async (path: string) => path.replace('work', 'Work'),
  };
  return { ...nodeFileSystem, ...(named as Partial<FileSystem>) };
}

describe('the real path on Windows', () => {
  it('is written as the file system writes it', async () => {
    const disk = await windowsDisk({}, ['C:\\', 'C:\\work']);
    expect(await resolve('C:\\work\\new.txt', disk, WINDOWS_PATHS)).toBe('C:\\Work\\new.txt');
  });

  it('follows links to another drive, and relative ones with either slash', async () => {
    const links = { 'C:\\work\\away': 'D:\\data/./deep', 'C:\\work\\near': '..\\other/deep' };
    const folders = ['C:\\', 'C:\\work', 'C:\\other', 'C:\\other\\deep', 'D:\\', 'D:\\data'];
    const disk = await windowsDisk(links, [...folders, 'D:\\data\\deep']);
    expect(await resolve('C:\\work\\away\\x', disk, WINDOWS_PATHS)).toBe('D:\\data\\deep\\x');
    expect(await resolve('C:\\work\\near\\x', disk, WINDOWS_PATHS)).toBe('C:\\other\\deep\\x');
  });
});
