import type { Session } from '../session/session.ts';

/** Whether the user has said nothing in a session yet: then there is nothing to remember of it. */
export const hasNoUserPrompt = ({ conversation: { state, transcript } }: Session): boolean =>
  state.queue.length === 0 && transcript.entries.every(({ kind }) => kind !== 'user');
