import { toNotificationText } from '../text/notificationText.ts';
import type { SessionStatus } from '../session/state/sessionState.ts';
import { truncate } from '../text/truncate.ts';

/** The state of a session that decides whether the user is notified. */
export interface AttentionState {
  readonly status: SessionStatus['kind'];
  /** Prompts queued behind the running turn. */
  readonly queuedCount: number;
  /** Unanswered requests to the user. */
  readonly openCount: number;
}

/** Why the user is notified. */
export type AttentionReason = 'needsYou' | 'finished' | 'stopped';

/** Decides whether a change is worth a notification. A turn is not if another one follows. */
export function getAttentionReason(
  before: AttentionState,
  after: AttentionState,
): AttentionReason | undefined {
  if (before.openCount === 0 && after.openCount > 0) {
    return 'needsYou';
  }
  if (before.status !== 'stopped' && after.status === 'stopped') {
    return 'stopped';
  }
  return before.status === 'working' && after.status === 'idle' && after.queuedCount === 0
    ? 'finished'
    : undefined;
}

/** A text of an agent as one short line for a notification. */
export function sanitizeMessage(text: string): string {
  const line = toNotificationText(text.replaceAll(/[\s\p{Cc}]+/gu, ' '));
  return truncate(line, TEXT_LIMIT_CHARS);
}

const TEXT_LIMIT_CHARS = 80;
