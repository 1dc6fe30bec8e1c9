import type { SendParams } from '../../core/chat/messages.ts';
import type { Delivery } from '../../core/session/state/sessionState.ts';
import { type Draft, toFlatDraft } from '../../core/prompt/draft.ts';
import { isWorking, type ShownSession } from '../state/viewState.ts';

/** The message for a session, or for a new one. How it is delivered matters only while a turn runs. */
export const createMessage = (
  session: ShownSession | undefined,
  draft: Draft,
  delivery: Delivery,
): SendParams => ({
  ...(session ? { sessionId: session.state.id } : {}),
  ...(isWorking(session) ? { delivery } : {}),
  draft: toFlatDraft(draft),
});
