import { Send, type SendParams } from '../../core/chat/messages.ts';
import type { Delivery } from '../../core/session/state/sessionState.ts';
import { type Draft, toFlatDraft } from '../../core/prompt/draft.ts';
import type { Host } from '../state/host.ts';
import { isWorking, type ShownSession } from '../state/viewState.ts';

/** The message for a session, or for a new one. How it is delivered matters only while a turn runs. */
export const messageFor = (
  session: ShownSession | undefined,
  draft: Draft,
  delivery: Delivery,
): SendParams => ({
  ...(session ? { sessionId: session.state.id } : {}),
  ...(isWorking(session) ? { delivery } : {}),
  draft: toFlatDraft(draft),
});

/** Sends a message. Returns whether the extension has accepted it. */
export const sendMessage = (host: Host, message: SendParams): Promise<boolean> =>
  host.sendRequest(Send, message).then(
    answer => answer.isAccepted,
    () => false,
  );
