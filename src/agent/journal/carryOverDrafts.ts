import type { Disposable } from '../../core/disposableStore.ts';
import { joinDrafts } from '../../core/prompt/draft.ts';
import type { Sessions } from '../session/sessions.ts';
import type { DraftStore } from './draftStore.ts';
import { hasNoUserPrompt } from './hasNoUserPrompt.ts';

type Drafts = Pick<DraftStore, 'get' | 'set'>;

/** The id under which the draft of the next new session is stored. */
const NEXT_SESSION = '';

/** Moves the draft of a session that is closed before the first prompt to the next new session. */
export function carryOverDrafts(sessions: Sessions, drafts: Drafts): Disposable {
  let before = sessions.all;
  return sessions.onDidChangeSessions(() => {
    const gone = before.filter(session => !sessions.all.includes(session));
    const fresh = sessions.all.filter(session => session.isNew && !before.includes(session));
    before = sessions.all;
    gone.filter(hasNoUserPrompt).forEach(({ id }) => moveDraft(drafts, id, NEXT_SESSION));
    fresh.forEach(({ id }) => moveDraft(drafts, NEXT_SESSION, id));
  });
}

/** Time stamps come from the webview, whose clock may differ, so new ones are derived from the old. */
function moveDraft(drafts: Drafts, from: string, to: string): void {
  const [moved, existing] = [drafts.get(from), drafts.get(to)];
  if (moved && moved.draft.length > 0) {
    const atMs = 1 + Math.max(moved.atMs, existing?.atMs ?? 0);
    drafts.set(
      to,
      existing?.draft.length ? joinDrafts(existing.draft, moved.draft) : moved.draft,
      atMs,
    );
    drafts.set(from, [], atMs);
  }
}
