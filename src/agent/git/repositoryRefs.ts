import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryPosition } from '../../core/review/attribution/repositoryMove.ts';

/** Reads HEAD, the stash and the times of their last changes from the reflogs of a repository, without git. */
export async function readRepositoryRefs(root: string): Promise<RepositoryPosition> {
  const { own, common } = await findGitFolders(root);
  const head = path.join(own, 'logs', 'HEAD');
  const refs = path.join(common, 'logs', 'refs');
  const log = path.join(refs, 'stash');
  const [, commit] = await lastEntry(head);
  const [below, stash] = await lastEntry(log);
  return {
    commit,
    stash,
    stashBelow: below === undefined || NONE.test(below) ? undefined : below,
    headMs: await changedMs(head),
    // The reflog is deleted with the last stash: then the folder has changed.
    stashMs: (await changedMs(log)) ?? (await changedMs(refs)),
  };
}

/**
 * The git folder of a work tree and the one that all its work trees share. In a linked work tree `.git` is a file that
 * names the folder.
 */
export async function findGitFolders(
  root: string,
): Promise<{ readonly own: string; readonly common: string }> {
  const plain = path.join(root, '.git');
  const link = /^gitdir: (.*)/.exec((await text(plain)) ?? '')?.[1];
  if (link === undefined) {
    return { own: plain, common: plain };
  }
  const own = path.resolve(root, link.trim());
  const common = await text(path.join(own, 'commondir'));
  return { own, common: common === undefined ? own : path.resolve(own, common.trim()) };
}

/** The old and the new commit in the last line of a reflog. */
async function lastEntry(log: string): Promise<readonly (string | undefined)[]> {
  return (await text(log))?.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
}

const NONE = /^0*$/;

const text = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined);

const changedMs = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
