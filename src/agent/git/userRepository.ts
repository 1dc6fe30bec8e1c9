import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../disk/exists.ts';

/** The folders of the user's repository. They are only read. */
export interface UserRepository {
  /** The top folder of the work tree: the one with `.git` in it, whatever `core.worktree` says. */
  readonly top: string;
  readonly gitDir: string;
  /** The part that linked work trees share: objects, `info/exclude`, configuration. */
  readonly commonDir: string;
  readonly objects: string;
}

/**
 * Finds the repository that contains a folder by reading files. Git would read the repository's configuration, which
 * can name another folder as the work tree, and would accept a folder that is itself laid out like a git folder.
 */
export async function findUserRepository(folder: string): Promise<UserRepository | undefined> {
  for (let top = folder; ; top = path.dirname(top)) {
    const found = await repositoryAt(top);
    if (found) {
      return (await isOfAnotherFolder(found)) ? undefined : found;
    }
    if (path.dirname(top) === top || (await isGitFolder(top))) {
      return undefined;
    }
  }
}

async function repositoryAt(top: string): Promise<UserRepository | undefined> {
  const gitDir = await gitDirOf(path.join(top, '.git'));
  if (!gitDir || !(await exists(path.join(gitDir, 'HEAD')))) {
    return undefined;
  }
  const shared = await firstLine(path.join(gitDir, 'commondir'));
  const commonDir = shared ? path.resolve(gitDir, shared) : gitDir;
  const objects = path.join(commonDir, 'objects');
  return (await exists(objects)) ? { top, gitDir, commonDir, objects } : undefined;
}

/**
 * Whether the git folder belongs to another work tree. Then its files would be taken for changes in this folder, and
 * their content for that of this folder. A linked work tree has its git folder below the shared one.
 */
async function isOfAnotherFolder({ top, gitDir, commonDir }: UserRepository): Promise<boolean> {
  const own = await realPath(gitDir);
  const shared = await realPath(commonDir);
  const isOwn = own === path.join(await realPath(top), '.git');
  const isMain = path.basename(own) === '.git';
  const isShared = own === shared || own.startsWith(`${shared}${path.sep}`);
  return (isMain && !isOwn) || !isShared;
}

/** Git takes a folder with these names in it for a repository without a work tree. Such a folder can be committed. */
async function isGitFolder(folder: string): Promise<boolean> {
  const names = ['HEAD', 'objects', 'refs'].map(name => exists(path.join(folder, name)));
  return (await Promise.all(names)).every(Boolean);
}

/**
 * Whether the user owns a repository. Another user could have put it into a parent folder, with an index and ignore
 * rules that misrepresent the files. On Windows only git itself can tell.
 */
export async function isOwnRepository({
  top,
  gitDir,
  commonDir,
}: UserRepository): Promise<boolean> {
  const users = userIds();
  if (users.length === 0) {
    return true;
  }
  const folders = [top, path.join(top, '.git'), gitDir, commonDir];
  const owners = await Promise.all(folders.map(folder => lstat(folder).catch(() => undefined)));
  return owners.every(found => found !== undefined && users.includes(found.uid));
}

/** Whoever works as root with `sudo` also owns what they own without it, as for git. */
function userIds(): readonly number[] {
  const user = process.geteuid?.();
  const before = user === 0 ? process.env['SUDO_UID'] : undefined;
  return user === undefined ? [] : [user, ...(before ? [Number(before)] : [])];
}

/** Whether git's setting `safe.directory` names a folder. An empty value clears the earlier ones. */
export function isSafeDirectory(folder: string, values: readonly string[]): boolean {
  return values
    .slice(values.lastIndexOf('') + 1)
    .some(
      value =>
        value === '*' ||
        path.resolve(value) === folder ||
        (value.endsWith('/*') && folder.startsWith(value.slice(0, -1))),
    );
}

/** `.git` is a folder, or in linked work trees and submodules a file that names the folder. */
async function gitDirOf(dotGit: string): Promise<string | undefined> {
  const found = await stat(dotGit).catch(() => undefined);
  if (found?.isDirectory()) {
    return dotGit;
  }
  const line = found?.isFile() ? await firstLine(dotGit) : undefined;
  return line?.startsWith('gitdir: ')
    ? path.resolve(path.dirname(dotGit), line.slice('gitdir: '.length))
    : undefined;
}

async function firstLine(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.split('\n', 1)[0]?.trim();
}

const realPath = (file: string): Promise<string> => realpath(file).catch(() => file);
