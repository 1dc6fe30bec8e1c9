import type { Standing } from './standing.ts';

/** What a move of git has put in place of what: the first of these commits that has the file tells. */
export interface GitSwap {
  readonly to: readonly string[];
  readonly from: readonly string[];
  /** Something was taken out of a stash. */
  readonly isOut: boolean;
}

/** Where a repository stands, and at which commit. */
export interface Place extends Standing {
  readonly commit: string | undefined;
}

/** What happened between two looks at a repository. The third parent of a stash has the files that were in no commit. */
export function gitSwaps(before: Place, now: Place): readonly GitSwap[] {
  const from = before.commit === undefined ? [] : [before.commit];
  const head = { to: ['HEAD'], from, isOut: false };
  const isPut = now.stash !== undefined && now.stashBelow === before.stash;
  const stash = isPut ? now.stash : before.stash;
  if (now.stash === before.stash || stash === undefined) {
    return [head];
  }
  const stashed = [stash, `${stash}^3`];
  return isPut
    ? [head, { to: ['HEAD'], from: stashed, isOut: false }]
    : [head, { to: stashed, from: [`${stash}^1`], isOut: true }];
}
