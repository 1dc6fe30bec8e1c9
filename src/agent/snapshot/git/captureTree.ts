import { isUtf8 } from 'node:buffer';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../../disk/exists.ts';
import { GitError } from '../../git/isolatedGit.ts';
import { nestedFiles } from './nestedFiles.ts';
import type { PendingPaths } from './pendingPaths.ts';
import { pendingPaths } from './pendingPaths.ts';
import { otherPaths } from './otherPaths.ts';
import type { PermissionStore } from './permissionStore.ts';
import type { RecentFiles } from './recentFiles.ts';
import { seedIndex } from './seedIndex.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { IgnoredChoice, IgnoredFiles } from '../model/ignoredFiles.ts';
import type { SkippedPath, SnapshotLimits } from '../model/snapshot.ts';
import type { TreeCache } from './treeCache.ts';
import { stagePaths } from './stagePaths.ts';
import type { UserRepository } from '../../git/userRepository.ts';

export interface CaptureTreeOptions {
  readonly limits: SnapshotLimits;
  readonly permissions: PermissionStore;
  readonly ignored: IgnoredFiles;
  readonly recentFiles: RecentFiles;
  readonly treeCache: TreeCache;
  readonly signal?: AbortSignal | undefined;
}

export interface CapturedTree {
  readonly tree: string;
  readonly permissions: string;
  readonly skipped: readonly SkippedPath[];
  /** Ignored files and folders that are not part of the tree. */
  readonly unkept: readonly string[];
}

/** Updates our index from the disk and writes it as a tree. */
export async function captureTree(
  shadow: ShadowRepository,
  request: CaptureTreeOptions,
): Promise<CapturedTree> {
  const { lost, alternate } = await shadow.adaptTo(await shadow.findRepository(shadow.root));
  if (lost) {
    await startOver(shadow, request.treeCache);
  }
  try {
    return await updateTree(shadow, alternate, request);
  } catch (error) {
    if (!(error instanceof GitError)) {
      throw error;
    }
    // The index is damaged, or the user's repository has deleted objects: read everything again.
    await startOver(shadow, request.treeCache);
    return updateTree(shadow, alternate, request);
  }
}

/** Makes the next snapshot read all files again. */
export async function startOver(shadow: ShadowRepository, treeCache: TreeCache): Promise<void> {
  treeCache.clear();
  await rm(shadow.index, { force: true });
}

async function updateTree(
  shadow: ShadowRepository,
  repository: UserRepository | undefined,
  request: CaptureTreeOptions,
): Promise<CapturedTree> {
  const { permissions: permissionStore, ignored, signal } = request;
  let isSeeded = false;
  await ignored.load();
  const seed = async (from: UserRepository): Promise<void> => {
    await permissionStore.clear();
    await seedIndex(shadow, from, signal).catch(ignoreGitError);
    isSeeded = true;
  };
  if (repository && !(await exists(shadow.index))) {
    await seed(repository);
  }
  let pending = await pendingPaths(shadow, request);
  if (repository && (await isOutdated(shadow, repository, pending))) {
    await seed(repository);
    pending = await pendingPaths(shadow, request);
  }
  const nested = await nestedFiles(shadow, pending.nested, request);
  ignored.forget(pending.remove);
  const choice = await ignored.choose(pending.ignored);
  const changed = await findRecentlyChanged(request.recentFiles, pending);
  const add = [...new Set([...pending.add, ...nested.add, ...choice.add, ...changed])];
  await permissionStore.invalidate([...add, ...pending.remove]);
  await request.recentFiles.record(add);
  // Git reads a file that looks unchanged to it only if it is not in the index.
  const known = new Set(pending.add);
  const remove = [...pending.remove, ...changed.filter(name => !known.has(name))];
  const failed = await stagePaths(shadow, { add, remove }, signal);
  const inNested = nested.add.length > 0 ? await addIgnoredInNested(shadow, request) : undefined;
  await ignored.save();
  const tree = await request.treeCache.get(shadow, () => writeTree(shadow, signal));
  const permissions = await permissionStore.refresh(signal);
  if (isSeeded || add.length > 0) {
    await shadow.linkAlternates();
  }
  const { skipped, unkept } = inNested ?? choice;
  const all = [...pending.skipped, ...nested.skipped, ...failed, ...skipped];
  return { tree, permissions, skipped: all, unkept };
}

/** Git lists the ignored files of a repository inside the workspace only when our index has other files of it. */
async function addIgnoredInNested(
  shadow: ShadowRepository,
  { ignored, permissions, signal }: CaptureTreeOptions,
): Promise<IgnoredChoice> {
  const others = await otherPaths(shadow, signal);
  const choice = await ignored.choose(others.ignored.filter(isUtf8).map(String));
  await permissions.invalidate(choice.add);
  const failed = await stagePaths(shadow, { add: choice.add, remove: [] }, signal);
  return { ...choice, skipped: [...choice.skipped, ...failed] };
}

/** Files that git takes for unchanged, although they may have changed within the last second. */
async function findRecentlyChanged(
  recentFiles: RecentFiles,
  { remove, skipped }: PendingPaths,
): Promise<readonly string[]> {
  const others = new Set([...remove, ...skipped.map(one => one.path)]);
  return (await recentFiles.findChanged()).filter(name => !others.has(name));
}

/** Ignores a user's index that git cannot read. All files are read instead. */
function ignoreGitError(error: unknown): void {
  if (!(error instanceof GitError)) {
    throw error;
  }
}

/** Whether the user's index is closer to the disk than ours by now. */
const isOutdated = async (
  shadow: ShadowRepository,
  repository: UserRepository,
  pending: PendingPaths,
): Promise<boolean> =>
  (await isNewer(repository, shadow)) &&
  (isLargeChange(pending) || (await hasLargeFile(shadow, repository, pending)));

/** From this many changes on, the user may have switched branches, and the user's index is up to date. */
const LARGE_CHANGE_PATHS = 1000;

const isLargeChange = (pending: PendingPaths): boolean =>
  pending.add.length + pending.remove.length >= LARGE_CHANGE_PATHS;

/** A large file is skipped as long as it is new. Once it is committed, the user's index has it. */
async function hasLargeFile(
  shadow: ShadowRepository,
  repository: UserRepository,
  { skipped }: PendingPaths,
): Promise<boolean> {
  const large = skipped.filter(one => one.reason === 'tooLarge').map(one => one.path);
  if (large.length === 0) {
    return false;
  }
  const args = ['ls-files', '-z', '--', ...large.slice(0, LARGE_CHECK_LIMIT)];
  const env = { GIT_INDEX_FILE: path.join(repository.gitDir, 'index') };
  const known = await shadow.run({ args, env }).catch(() => Buffer.of());
  return known.length > 0;
}

const LARGE_CHECK_LIMIT = 100;

async function isNewer(repository: UserRepository, shadow: ShadowRepository): Promise<boolean> {
  const [theirs, ours] = await Promise.all(
    [path.join(repository.gitDir, 'index'), shadow.index].map(file =>
      stat(file).catch(() => undefined),
    ),
  );
  return theirs !== undefined && (ours === undefined || theirs.mtimeMs > ours.mtimeMs);
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function writeTree(shadow: ShadowRepository, signal?: AbortSignal): Promise<string> {
  const prefix = shadow.prefix ? [`--prefix=${shadow.prefix}`] : [];
  try {
    return (await shadow.run({ args: ['write-tree', ...prefix], signal })).toString().trim();
  } catch (error) {
    if (error instanceof GitError && /prefix .* not found/.test(error.message)) {
      return EMPTY_TREE;
    }
    throw error;
  }
}
