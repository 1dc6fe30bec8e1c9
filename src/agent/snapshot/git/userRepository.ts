import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folders of the user's repository. They are only read. */
export interface UserRepository {
  /** The top folder of the work tree. */
  readonly top: string;
  readonly gitDir: string;
  /** The part that linked work trees share: objects, `info/exclude`, configuration. */
  readonly commonDir: string;
  readonly objects: string;
}

/**
 * Finds the repository that contains a folder by reading files. Git would read the repository's configuration, and
 * refuses a repository of another user.
 */
export async function findUserRepository(folder: string): Promise<UserRepository | undefined> {
  for (let top = folder; ; top = path.dirname(top)) {
    const found = await repositoryAt(top);
    if (found || path.dirname(top) === top) {
      return found;
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

/** `.git` is a folder, or in linked work trees and submodules a file that names the folder. */
async function gitDirOf(dotGit: string): Promise<string | undefined> {
  const found = await stat(dotGit).catch(() => undefined);
  if (found?.isDirectory()) {
    return dotGit;
  }
  const line = found?.isFile() ? await firstLine(dotGit) : undefined;
  return line?.startsWith('gitdir:')
    ? path.resolve(path.dirname(dotGit), line.slice('gitdir:'.length).trim())
    : undefined;
}

async function firstLine(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.split('\n', 1)[0]?.trim();
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
