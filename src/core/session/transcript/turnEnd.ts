import { asNumber, asOneOf, asRecord, asString, type JsonObject } from '../../json.ts';
import { localizable, t } from '../../l10n.ts';
import type { Cost, TurnUsage } from '../state/usage.ts';
import type { TurnEndReason } from './entry.ts';
import type { TranscriptPatch } from './transcript.ts';

/** How a turn ended, and the tokens it used. */
export interface TurnEnd {
  readonly reason: TurnEndReason;
  readonly usage?: TurnUsage;
  /** An unknown stop reason. */
  readonly unknown?: string;
}

const REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Reads the response to a prompt. An unknown stop reason is treated as `end_turn`. */
export function parseTurnEnd(response: unknown): TurnEnd {
  const raw = asRecord(response);
  const stopReason = asString(raw?.['stopReason']);
  const reason = asOneOf(stopReason, REASONS);
  const usage = usageOf(asRecord(raw?.['usage']));
  return {
    reason: reason ?? 'end_turn',
    ...(usage ? { usage } : {}),
    ...(reason === undefined ? { unknown: stopReason ?? 'none' } : {}),
  };
}

/**
 * Tells the user why a turn ended; nothing for the usual end, and for a failure, which a notice explains. The chat view
 * and exports show the same sentence.
 */
export const turnEndMessage = (reason: TurnEndReason): string | undefined =>
  reason === 'end_turn' || reason === 'failed' ? undefined : t(END_MESSAGES[reason]);

const END_MESSAGES: Readonly<Record<Exclude<TurnEndReason, 'end_turn' | 'failed'>, string>> = {
  max_tokens: localizable('Stopped: the response reached the maximum length.'),
  max_turn_requests: localizable(
    'Stopped: the agent reached the maximum number of steps for one turn.',
  ),
  refusal: localizable(
    'The agent refused to continue. It no longer remembers your last message or anything after it.',
  ),
  cancelled: localizable('You stopped this turn.'),
};

/** Whether a turn ended before its work was done, other than by the user's request. */
export function isFailedTurn(reason: TurnEndReason): boolean {
  switch (reason) {
    case 'failed':
    case 'refusal':
    case 'max_tokens':
    case 'max_turn_requests':
      return true;
    case 'cancelled':
    case 'end_turn':
      return false;
  }
}

export const isTurnEndPatch = (patch: TranscriptPatch): boolean =>
  patch.kind === 'added' && patch.entry.kind === 'turnEnd';

const TOKEN_KINDS = [
  'inputTokens',
  'outputTokens',
  'thoughtTokens',
  'cachedReadTokens',
  'cachedWriteTokens',
] as const;

function usageOf(usage: JsonObject | undefined): TurnUsage | undefined {
  const counts = TOKEN_KINDS.flatMap(kind => {
    const count = asNumber(usage?.[kind]);
    return count === undefined ? [] : [[kind, count] as const];
  });
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const totalTokens = asNumber(usage?.['totalTokens']) ?? (counts.length > 0 ? sum : undefined);
  return totalTokens === undefined ? undefined : { totalTokens, ...Object.fromEntries(counts) };
}

/** Adds what a turn cost: the difference of the session's cost, if the agent reports it in one currency. */
export function withTurnCost(
  end: TurnEnd,
  before: Cost | undefined,
  after: Cost | undefined,
): TurnEnd {
  const amount = (after?.amount ?? 0) - (before?.amount ?? 0);
  const isComparable = after && (!before || before.currency === after.currency) && amount > 0;
  return isComparable
    ? {
        ...end,
        usage: { totalTokens: 0, ...end.usage, cost: { amount, currency: after.currency } },
      }
    : end;
}
