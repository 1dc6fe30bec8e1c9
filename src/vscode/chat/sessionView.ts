import type { Session } from '../../agent/session.ts';
import { PAGE_ENTRIES, type SessionView } from '../../core/chat/chatView.ts';

/** The newest page of a session; a longer one, if an older entry is to be shown. */
export function sessionView(session: Session, reveal?: string): SessionView {
  const { state, transcript } = session.conversation;
  const all = transcript.entries;
  const at = reveal === undefined ? -1 : all.findIndex(({ id }) => id === reveal);
  const start = Math.max(0, all.length - PAGE_ENTRIES);
  const entries = all.slice(at < 0 ? start : Math.min(start, at));
  return {
    state,
    entries,
    earlier: all.length - entries.length,
    terminals: [...transcript.terminals.values()],
    ...(at < 0 || reveal === undefined ? {} : { reveal }),
  };
}
