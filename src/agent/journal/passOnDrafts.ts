import type { Disposable } from '../../core/lifetime.ts';
import { draftBefore } from '../../core/prompt/draft.ts';
import type { Sessions } from '../sessions.ts';
import type { Drafts } from './drafts.ts';
import { isSilent } from './isSilent.ts';

type Kept = Pick<Drafts, 'of' | 'keep'>;

/** The name of a session that is not there yet. */
const TO_COME = '';

/** What was written for a session that is closed before anything was said in it is not lost: the next new one begins with it. */
export function passOnDrafts(sessions: Sessions, drafts: Kept): Disposable {
  let before = sessions.all;
  return sessions.onDidList(() => {
    const gone = before.filter(session => !sessions.all.includes(session));
    const fresh = sessions.all.filter(session => session.isFresh && !before.includes(session));
    before = sessions.all;
    gone.filter(isSilent).forEach(({ id }) => move(drafts, id, TO_COME));
    fresh.forEach(({ id }) => move(drafts, TO_COME, id));
  });
}

/** Times are told by pages, whose clock is not ours: so the new ones are made from the old. */
function move(drafts: Kept, from: string, to: string): void {
  const [moved, there] = [drafts.of(from), drafts.of(to)];
  if (moved && moved.draft.length > 0) {
    const atMs = 1 + Math.max(moved.atMs, there?.atMs ?? 0);
    drafts.keep(
      to,
      there?.draft.length ? draftBefore(there.draft, moved.draft) : moved.draft,
      atMs,
    );
    drafts.keep(from, [], atMs);
  }
}
