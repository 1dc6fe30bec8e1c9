import type { Session } from '../../agent/session/session.ts';
import type { SessionViewState } from '../../core/chat/chatViewState.ts';
import { earlierPrompts } from '../../core/chat/earlierPrompts.ts';
import { newestPage } from '../../core/chat/entryPage.ts';

/** The newest page of a session; a longer one, if an older entry is to be shown. */
export function createSessionView(session: Session, reveal?: string): SessionViewState {
  const { state, transcript } = session.conversation;
  const page = newestPage(transcript, reveal);
  const isThere = page.entries.some(({ id }) => id === reveal);
  const prompts = earlierPrompts(transcript.entries.slice(0, page.earlier));
  return { state, ...page, prompts, ...(isThere && reveal !== undefined ? { reveal } : {}) };
}
