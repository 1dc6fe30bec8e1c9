import type { RepositoryRefs } from './repositoryRefs.ts';

/** What a move of git has put in place of what: the first of these commits that has the file tells. */
export interface ContentSwap {
  readonly to: readonly string[];
  readonly from: readonly string[];
  /** Something was taken out of a stash. */
  readonly isStashPop: boolean;
}

/** Where a repository stands, and at which commit. */
export interface RepositoryPosition extends RepositoryRefs {
  readonly commit: string | undefined;
}

/** What happened between two looks at a repository. The third parent of a stash has the files that were in no commit. */
export function contentSwaps(
  before: RepositoryPosition,
  now: RepositoryPosition,
): readonly ContentSwap[] {
  const from = before.commit === undefined ? [] : [before.commit];
  const head = { to: ['HEAD'], from, isStashPop: false };
  const isPut = now.stash !== undefined && now.stashBelow === before.stash;
  const stash = isPut ? now.stash : before.stash;
  if (now.stash === before.stash || stash === undefined) {
    return [head];
  }
  const stashed = [stash, `${stash}^3`];
  return isPut
    ? [head, { to: ['HEAD'], from: stashed, isStashPop: false }]
    : [head, { to: stashed, from: [`${stash}^1`], isStashPop: true }];
}
