import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readRepositoryRefs } from '../../../../src/agent/git/repositoryRefs.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const run = promisify(execFile);
/** The clock of a file system is coarser than ours. */
const SLACK_MS = 1_000;

async function repository() {
  const folder = await temporaryFolder();
  const root = path.join(folder, 'one');
  const git = async (cwd: string, ...args: string[]): Promise<string> => {
    const settings = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
    return (await run('git', [...settings, ...args], { cwd })).stdout.trim();
  };
  await run('git', ['init', '-q', root]);
  await writeFile(path.join(root, 'a'), 'one\n');
  await git(root, 'add', '.');
  await git(root, 'commit', '-q', '-m', 'one');
  return { folder, root, git };
}

it('returns the newest stash, also if refs are packed, and none if there is none', async () => {
  const { root, git } = await repository();
  expect((await readRepositoryRefs(root)).stash).toBeUndefined();
  for (const words of ['two\n', 'three\n']) {
    await writeFile(path.join(root, 'a'), words);
    await git(root, 'stash', '-q');
  }
  await git(root, 'pack-refs', '--all');
  const two = await readRepositoryRefs(root);
  expect(two.stash).toBe(await git(root, 'rev-parse', 'refs/stash'));
  await git(root, 'stash', 'drop', '-q');
  const one = await readRepositoryRefs(root);
  expect(one).toMatchObject({ stash: two.stashBelow, stashBelow: undefined });
  expect(one.stash).toBe(await git(root, 'rev-parse', 'refs/stash'));
  await git(root, 'stash', 'pop', '-q');
  expect((await readRepositoryRefs(root)).stash).toBeUndefined();
});

const commitOf = async (root: string) => (await readRepositoryRefs(root)).commit;

it('returns the commit of HEAD, also after a switch, a reset and in a linked work tree', async () => {
  const { folder, root, git } = await repository();
  const first = await git(root, 'rev-parse', 'HEAD');
  expect(await commitOf(root)).toBe(first);
  await git(root, 'worktree', 'add', '-q', path.join(folder, 'two'));
  await git(root, 'switch', '-q', '-c', 'other');
  await git(root, 'commit', '-q', '--allow-empty', '-m', 'two');
  expect(await commitOf(root)).toBe(await git(root, 'rev-parse', 'HEAD'));
  expect(await commitOf(path.join(folder, 'two'))).toBe(first);
  await git(root, 'reset', '-q', '--hard', first);
  expect(await commitOf(root)).toBe(first);
  await git(root, 'reflog', 'expire', '--expire=now', '--all');
  expect(await commitOf(root)).toBeUndefined();
});

it('finds the stash from a linked work tree', async () => {
  const { folder, root, git } = await repository();
  const beside = path.join(folder, 'two');
  await git(root, 'worktree', 'add', '-q', beside);
  await writeFile(path.join(beside, 'a'), 'two\n');
  await git(beside, 'stash', '-q');
  expect((await readRepositoryRefs(beside)).stash).toBe(await git(root, 'rev-parse', 'refs/stash'));
});

it('returns when HEAD moved and when the stashes changed', async () => {
  const { root, git } = await repository();
  const before = Date.now() - SLACK_MS;
  await git(root, 'switch', '-q', '-c', 'other');
  await writeFile(path.join(root, 'a'), 'two\n');
  await git(root, 'stash', '-q');
  const { headMs, stashMs } = await readRepositoryRefs(root);
  expect(headMs).toBeGreaterThan(before);
  expect(stashMs).toBeGreaterThan(before);
  await git(root, 'stash', 'pop', '-q');
  expect((await readRepositoryRefs(root)).stashMs).toBeGreaterThanOrEqual(stashMs ?? Infinity);
});

it('returns nothing where there is no repository', async () => {
  const folder = await temporaryFolder();
  expect(await readRepositoryRefs(folder)).toEqual({
    commit: undefined,
    stash: undefined,
    stashBelow: undefined,
    headMs: undefined,
    stashMs: undefined,
  });
});
