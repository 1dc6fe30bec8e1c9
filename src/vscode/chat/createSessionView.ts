import type { Session } from '../../agent/session/session.ts';
import type { SessionViewState } from '../../core/chat/chatViewState.ts';
import { earlierPrompts } from '../../core/chat/earlierPrompts.ts';
import { newestPage } from '../../core/chat/entryPage.ts';

/** The newest entries of a session, down to an older entry that is to be revealed. */
export function createSessionView(session: Session, reveal?: string): SessionViewState {
  const { state, transcript } = session.conversation;
  const page = newestPage(transcript, reveal);
  const isIncluded = page.entries.some(({ id }) => id === reveal);
  const prompts = earlierPrompts(transcript.entries.slice(0, page.earlier));
  return { state, ...page, prompts, ...(isIncluded && reveal !== undefined ? { reveal } : {}) };
}
