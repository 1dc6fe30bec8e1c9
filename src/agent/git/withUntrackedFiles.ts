import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../../core/errorCode.ts';
import type { Git } from './git.ts';

/** More new files than this are probably a folder that should be ignored. */
const UNTRACKED_LIMIT = 2000;

/**
 * Makes a diff in which new files count as added, with a copy of the index, since the user's index must not change.
 * `diff` gets the environment for the copy. `root` is the top folder of the repository.
 */
export async function withUntrackedFiles(
  { git, root, signal }: { git: Git; root: string; signal: AbortSignal | undefined },
  diff: (env: Readonly<Record<string, string>>) => Promise<string>,
): Promise<string> {
  const listed = await git.run({
    folder: root,
    args: ['ls-files', '-z', '--others', '--exclude-standard'],
    signal,
  });
  // A name with a trailing slash is a nested repository.
  const found = listed.text.split('\0').filter(name => name !== '' && !name.endsWith('/'));
  if (found.length === 0) {
    return diff({});
  }
  const names = found.slice(0, UNTRACKED_LIMIT);
  const more = found.length - names.length;
  const folder = await mkdtemp(path.join(tmpdir(), 'accord-index-'));
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    await copyIndex(git, root, env.GIT_INDEX_FILE);
    await git.run({
      folder: root,
      args: ['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'],
      env,
      stdin: names.join('\0'),
      signal,
    });
    const text = await diff(env);
    return more === 0 ? text : `${text}[Left out: ${more} more new files]\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyIndex(git: Git, root: string, to: string): Promise<void> {
  const { text } = await git.run({ folder: root, args: ['rev-parse', '--git-path', 'index'] });
  await copyFile(path.resolve(root, text.trim()), to).catch((error: unknown) => {
    // A repository in which nothing was ever added has no index yet.
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
  });
}
