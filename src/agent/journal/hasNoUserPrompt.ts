import type { Session } from '../session/session.ts';

/** Whether the user has sent nothing in a session yet: such a session is not persisted. */
export const hasNoUserPrompt = ({ conversation: { state, transcript } }: Session): boolean =>
  state.queue.length === 0 && transcript.entries.every(({ kind }) => kind !== 'user');
