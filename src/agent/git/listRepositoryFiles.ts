import type { Git } from './git.ts';

/**
 * The files of a folder in a repository that are worth showing: tracked (also in submodules) or new, neither ignored
 * nor deleted. Paths are relative to the folder, with `/`.
 */
export async function listRepositoryFiles(
  git: Git,
  folder: string,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const list = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { text } = await git.run({ folder, args: ['ls-files', '-z', ...args], signal });
    return text.split('\0').filter(name => name !== '' && !name.endsWith('/'));
  };
  const [tracked, added, deleted] = await Promise.all([
    list('--cached', '--recurse-submodules'),
    list('--others', '--exclude-standard'),
    list('--deleted'),
  ]);
  const files = new Set([...tracked, ...added]);
  deleted.forEach(name => files.delete(name));
  return files;
}

/** Returns the paths that git ignores. */
export async function filterIgnored(
  git: Git,
  folder: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) {
    return new Set();
  }
  const { text } = await git.run({
    folder,
    args: ['check-ignore', '-z', '--stdin'],
    stdin: paths.join('\0'),
    // This command takes paths literally anyway, and refuses the setting.
    env: { GIT_LITERAL_PATHSPECS: '0' },
    signal,
    // 128: a path is in a submodule. Showing too many files is better than none.
    allowedExitCodes: [1, 128],
  });
  return new Set(text.split('\0').filter(name => name !== ''));
}
