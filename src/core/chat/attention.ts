import type { SessionStatus } from '../session/state/sessionState.ts';
import { truncate } from '../text/truncate.ts';

/** How a session stands towards its user. */
export interface AttentionState {
  readonly status: SessionStatus['kind'];
  /** Prompts that wait for the running turn. */
  readonly queuedCount: number;
  /** Requests that wait for the user. */
  readonly openCount: number;
}

/** What is worth calling the user for. */
export type AttentionReason = 'needsYou' | 'finished' | 'stopped';

/** Whether a change is worth calling the user. A turn that the user stopped is not, nor one that another follows. */
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

/** Words of an agent for one of VS Code's messages, which would make a link or a command of `[...](...)`. */
export function sanitizeMessage(words: string): string {
  const line = words.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll('](', '] (');
  return truncate(line, WORDS_LIMIT_CHARS);
}

const WORDS_LIMIT_CHARS = 80;
