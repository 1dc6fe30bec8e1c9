import type { Origin } from '../file/hunk.ts';
import { lastOrigin } from '../file/reviewedFile.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import type { Decision, ReviewState } from './reviewState.ts';

export interface VerdictCounts {
  readonly accepted: number;
  readonly rejected: number;
}

/** How many changes of one turn were accepted and rejected. Undo subtracts them again. */
export interface TurnVerdicts extends VerdictCounts {
  readonly sessionId: string;
  readonly turnId: string;
  /** How many of them were decided before the last prompt of the session. */
  readonly earlier: VerdictCounts;
}

/** How many turns are remembered. The oldest are forgotten. */
const TURNS_LIMIT = 500;

export const noVerdicts: VerdictCounts = { accepted: 0, rejected: 0 };

/** The counts after an event, given the states before and after it. */
export function verdictsAfter(
  event: ReviewEvent,
  before: ReviewState,
  after: ReviewState,
): readonly TurnVerdicts[] {
  switch (event.kind) {
    case 'decided':
      return withCounts(before.verdicts, [[after, after.done.slice(-1), 1]]);
    case 'undone':
    case 'redone':
    case 'abandoned':
      return withCounts(before.verdicts, [
        [before, before.done, -1],
        [after, after.done, 1],
      ]);
    case 'changed':
    case 'committed':
    case 'removed':
    case 'prompted':
    case 'proposed':
    case 'followed':
    case 'placed':
    case 'returned':
    case 'reinstated':
      return after.verdicts;
  }
}

/** What was decided so far counts as earlier, because the session gets a new prompt. */
export function withPrompt(state: ReviewState, sessionId: string): ReviewState {
  const verdicts = state.verdicts.map(turn => {
    const { accepted, rejected, earlier } = turn;
    const isCounted = earlier.accepted === accepted && earlier.rejected === rejected;
    return turn.sessionId !== sessionId || isCounted
      ? turn
      : { ...turn, earlier: { accepted, rejected } };
  });
  const isSame = verdicts.every((turn, at) => turn === state.verdicts[at]);
  return isSame ? state : { ...state, verdicts };
}

/** What was decided about the changes of a session since its last prompt. */
export function verdictsSincePrompt(
  verdicts: readonly TurnVerdicts[],
  sessionId: string,
): VerdictCounts {
  const turns = verdicts.filter(turn => turn.sessionId === sessionId);
  const sum = (verdict: keyof VerdictCounts): number =>
    turns.reduce((total, turn) => total + Math.max(0, turn[verdict] - turn.earlier[verdict]), 0);
  return { accepted: sum('accepted'), rejected: sum('rejected') };
}

type CountedDecisions = readonly [
  state: ReviewState,
  decisions: readonly Decision[],
  factor: 1 | -1,
];

function withCounts(
  verdicts: readonly TurnVerdicts[],
  counted: readonly CountedDecisions[],
): readonly TurnVerdicts[] {
  const turns = new Map(verdicts.map(turn => [keyOf(turn), turn]));
  for (const [state, decisions, factor] of counted) {
    for (const { verdict, ...origin } of decisions.flatMap(one => verdictsIn(one, state))) {
      const key = keyOf(origin);
      const turn = turns.get(key) ?? { ...origin, ...noVerdicts, earlier: noVerdicts };
      turns.set(key, { ...turn, [verdict]: Math.max(0, turn[verdict] + factor) });
    }
  }
  return [...turns.values()].slice(-TURNS_LIMIT);
}

const keyOf = ({ sessionId, turnId }: Pick<TurnVerdicts, 'sessionId' | 'turnId'>): string =>
  `${turnId} ${sessionId}`;

interface OriginVerdict {
  readonly sessionId: string;
  readonly turnId: string;
  readonly verdict: keyof VerdictCounts;
}

/** One verdict for each hunk, and one for a file that was decided as a whole. */
const verdictsIn = (decision: Decision, state: ReviewState): readonly OriginVerdict[] =>
  decidedOrigins(decision, state).map(({ origin: { sessionId, turnId } }) => ({
    sessionId,
    turnId,
    verdict: decision.verdict === 'accept' ? 'accepted' : 'rejected',
  }));

/** Who made each decided hunk, and each file that was decided as a whole. */
export function decidedOrigins(
  { patches }: Decision,
  { files }: ReviewState,
): readonly { readonly fileId: string; readonly origin: Origin }[] {
  return patches.flatMap(({ fileId, lines }) => {
    const file = files.get(fileId);
    const hunks = lines.length > 0 ? lines.map(({ hunk }) => hunk) : [{ origins: [] }];
    return hunks.flatMap(hunk => {
      const origin = hunk.origins.at(-1) ?? (file && lastOrigin(file, hunk));
      return origin ? { fileId, origin } : [];
    });
  });
}
