/** The refs of a repository at some moment, and when they last changed, where that is known. */
export interface RepositoryPosition {
  /** The commit of HEAD. */
  readonly commit: string | undefined;
  /** The newest stash. */
  readonly stash: string | undefined;
  /** The stash that was the newest one before it. */
  readonly stashBelow: string | undefined;
  readonly headMs: number | undefined;
  readonly stashMs: number | undefined;
}

/** HEAD or the stash of a repository changed, by a commit, a checkout or a stash, once or several times. */
export interface RepositoryMove {
  readonly before: RepositoryPosition;
  /** The moment of each change; `NaN` where it is unknown. */
  readonly atMs: readonly number[];
  /** Whether an agent had a turn running at the last change. */
  readonly isDuringTurn: boolean;
}

/** What is known about who was running commands. Reports from terminals and agents can arrive after the move. */
export interface MoveEvidence {
  wasTurnRunning(atMs: number): boolean;
  wasAgentCommandRunning(atMs: number): boolean;
  wasUserGitRunning(atMs: number): boolean;
}

/** The move from one position to the next, if there is one. An unknown moment counts as now when looking for a turn. */
export function detectMove(
  before: RepositoryPosition,
  now: RepositoryPosition,
  evidence: Pick<MoveEvidence, 'wasTurnRunning'>,
  nowMs: number,
): RepositoryMove | undefined {
  const moments = [
    ...(before.commit === now.commit ? [] : [now.headMs]),
    ...(before.stash === now.stash ? [] : [now.stashMs]),
  ];
  return moments.length === 0
    ? undefined
    : {
        before,
        atMs: moments.map(ms => ms ?? Number.NaN),
        isDuringTurn: moments.some(ms => evidence.wasTurnRunning(ms ?? nowMs)),
      };
}

/** A move that follows one of which the author is not known yet becomes part of it. */
export function joinMoves(
  earlier: RepositoryMove | undefined,
  later: RepositoryMove,
): RepositoryMove {
  return earlier
    ? { ...later, before: earlier.before, atMs: [...earlier.atMs, ...later.atMs] }
    : later;
}

/**
 * Decides who moved a branch. Outside of turns it can only be the user. During a turn it is the user if they ran git at each of
 * the moments and no agent ran a command at any. An agent that ran a command may have run git in it. Agents that do not report
 * their commands, and programs outside VS Code, leave no evidence.
 */
export function attributeMove(
  { atMs, isDuringTurn }: RepositoryMove,
  evidence: Omit<MoveEvidence, 'wasTurnRunning'>,
): 'user' | 'agent' | 'unknown' {
  if (!isDuringTurn) {
    return 'user';
  }
  if (atMs.some(ms => evidence.wasAgentCommandRunning(ms))) {
    return 'agent';
  }
  return atMs.every(ms => evidence.wasUserGitRunning(ms)) ? 'user' : 'unknown';
}
