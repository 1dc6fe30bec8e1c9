import { asNumber, asOneOf, asRecord, asString, type JsonObject } from '../../json.ts';
import { localizable, t } from '../../l10n.ts';
import type { TurnEndReason, TurnUsage } from './entry.ts';
import type { TranscriptPatch } from './transcript.ts';

/** How a turn ended, and what it took. */
export interface TurnEnd {
  readonly reason: TurnEndReason;
  readonly usage?: TurnUsage;
  /** A reason that we do not know. */
  readonly unknown?: string;
}

const REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Reads the answer to a prompt. A reason we do not know is an end like any other. */
export function parseTurnEnd(response: unknown): TurnEnd {
  const raw = asRecord(response);
  const word = asString(raw?.['stopReason']);
  const reason = asOneOf(word, REASONS);
  const usage = usageOf(asRecord(raw?.['usage']));
  return {
    reason: reason ?? 'end_turn',
    ...(usage ? { usage } : {}),
    ...(reason === undefined ? { unknown: word ?? 'none' } : {}),
  };
}

/** Tells the user why a turn ended; nothing for the usual end. The chat view and exports show the same sentence. */
export const turnEndMessage = (reason: TurnEndReason): string | undefined =>
  reason === 'end_turn' ? undefined : t(END_MESSAGES[reason]);

const END_MESSAGES: Readonly<Record<Exclude<TurnEndReason, 'end_turn'>, string>> = {
  max_tokens: localizable('Stopped: the answer reached the longest length the model allows.'),
  max_turn_requests: localizable('Stopped: the agent used all the steps it may take in one turn.'),
  refusal: localizable(
    'The agent refused to go on. Your last message and all that followed is no longer part of what it knows of this conversation.',
  ),
  cancelled: localizable('You stopped this turn.'),
  failed: localizable('The turn failed.'),
};

/** Whether a turn ended before its work was done, and not because the user stopped it. */
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

/** Whether a change is the end of a turn. */
export const isTurnEndPatch = (patch: TranscriptPatch): boolean =>
  patch.kind === 'added' && patch.entry.kind === 'turnEnd';

function usageOf(usage: JsonObject | undefined): TurnUsage | undefined {
  const totalTokens = asNumber(usage?.['totalTokens']);
  const inputTokens = asNumber(usage?.['inputTokens']);
  const outputTokens = asNumber(usage?.['outputTokens']);
  const total = totalTokens ?? sum(inputTokens, outputTokens);
  return total === undefined
    ? undefined
    : {
        totalTokens: total,
        ...(inputTokens === undefined ? {} : { inputTokens }),
        ...(outputTokens === undefined ? {} : { outputTokens }),
      };
}

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
