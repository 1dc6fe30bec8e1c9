import { asOneOf, asRecord } from '../core/json.ts';
import type { TurnEndReason } from '../core/session/entry.ts';

const REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Why the agent says its turn ended. A reason we do not know is an end like any other. */
export function stopReasonOf(response: unknown): TurnEndReason {
  return asOneOf(asRecord(response)?.['stopReason'], REASONS) ?? 'end_turn';
}
