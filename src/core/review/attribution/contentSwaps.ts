import type { RepositoryPosition } from './repositoryMove.ts';

/** Git replaced the content of a file in `from` by that in `to`. Of each list, the first commit that has the file counts. */
export interface ContentSwap {
  readonly to: readonly string[];
  readonly from: readonly string[];
  /** The content came out of a stash. */
  readonly isStashPop: boolean;
}

/** Derives what git did to the work tree between two positions. The third parent of a stash holds its untracked files. */
export function contentSwaps(
  before: RepositoryPosition,
  now: RepositoryPosition,
): readonly ContentSwap[] {
  const from = before.commit === undefined ? [] : [before.commit];
  // HEAD itself may be a moment older: git writes the reflog first.
  const to = [now.commit ?? 'HEAD'];
  const head = { to, from, isStashPop: false };
  const isPush = now.stash !== undefined && now.stashBelow === before.stash;
  const stash = isPush ? now.stash : before.stash;
  if (now.stash === before.stash || stash === undefined) {
    return [head];
  }
  const stashed = [stash, `${stash}^3`];
  return isPush
    ? [head, { to, from: stashed, isStashPop: false }]
    : [head, { to: stashed, from: [`${stash}^1`], isStashPop: true }];
}
